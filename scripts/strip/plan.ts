// What leaves on the day a merchant goes live. In files that stay, what belongs to the sandbox or the demo stands between
// lines that contain `strip:begin` and `strip:end`.

/** Folders and files; what is not there any more is passed over. */
export const REMOVED_PATHS = [
  'sandbox',
  'lab',
  'e2e/sandbox',
  'e2e/conformance/planted',
  'e2e/conformance/command.test.ts',
  'e2e/conformance/conformance.test.ts',
  'prisma/seed.ts',
  'prisma/demo-users.ts',
  'scripts/demo.ts',
  'scripts/demo.test.ts',
  '.github/workflows/nightly.yml',
  'docs/decisions/2026-11-21-crash-test.md',
  'scripts/screenshots.ts',
  'e2e/screenshots',
  'e2e/stories/crash-at-load.spec.ts',
  'lib/inquiries/secret-forms.test.ts',
  'scripts/strip',
]

/** Of package.json and scripts/bootstrap.mjs. */
export const REMOVED_COMMANDS = [
  'demo',
  'bench',
  'crash-test',
  'deployment-test',
  'fuzz',
  'mutation',
  'screenshots',
  'strip',
]

/** What nothing else uses: `npm run check` would name each that is missing here. */
export const REMOVED_PACKAGES = [
  '@hono/node-server',
  '@types/autocannon',
  '@types/proper-lockfile',
  'autocannon',
  'esbuild',
  'hono',
  'proper-lockfile',
]

/** Of .env.example: the sandbox's credentials and the published secrets. */
export const EMPTIED_VARIABLES = [
  'VERIFICATION_BASE_URL',
  'VERIFICATION_API_KEY',
  'VERIFICATION_TEMPLATE_ID',
  'VERIFICATION_WEBHOOK_SECRET',
  'VERIFICATION_SDK_URL',
  'VERIFICATION_ARTIFACT_ORIGINS',
  'NEXTAUTH_SECRET',
  'CRON_SECRET',
]
