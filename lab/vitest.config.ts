// Only the verdict has unit tests, because every other test relies on it to notice problems.
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: { name: 'lab', include: ['**/*.test.ts'] },
})
