// Only the verdict has tests: it judges everything else, so it has to notice what is wrong.
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: { name: 'lab', include: ['**/*.test.ts'] },
})
