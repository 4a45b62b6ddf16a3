// `npm run sbom`: writes sbom.json, a CycloneDX bill of materials of the production packages, from the lock file.
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { ROOT } from './settings.ts'

const args = ['sbom', '--sbom-format', 'cyclonedx', '--omit', 'dev', '--package-lock-only']
const bill = execFileSync('npm', [...args, '--workspaces=false'], {
  cwd: ROOT,
  encoding: 'utf8',
  maxBuffer: 64 * 1024 * 1024,
  // Hides npm's warnings about unknown settings.
  stdio: ['ignore', 'pipe', 'ignore'],
})
const { components } = z.object({ components: z.array(z.unknown()) }).parse(JSON.parse(bill))
writeFileSync(join(ROOT, 'sbom.json'), bill)
console.log(`sbom.json: ${components.length} packages`)
