// What a merchant's copy doesn't need. In files that stay, strip also removes blocks between `strip:begin` and `strip:end`,
// and lines that contain `strip:line`. `strip-all:` marks what is only removed together with the sandbox.

export type Plan = {
  /** Folders and files. A missing one is skipped. */
  paths: string[]
  /** npm packages that only these paths use. If one is missing here, `npm run check` reports it after a strip. */
  packages: string[]
  markers: string[]
}

const REFERENCE: Plan = {
  markers: ['strip'],
  paths: [
    'app/demo',
    'components/demo',
    'e2e/demo',
    'lab',
    'lib/demo',
    'messages/demo',
    'scripts/demo-history',
    'docs/decisions/2026-11-21-commands-in-documents.md',
    'docs/decisions/2026-11-21-crash-test.md',
    'docs/decisions/2026-11-21-mutation.md',
    'docs/decisions/2026-11-22-approved-pictures.md',
    'docs/decisions/2026-11-22-demo-history.md',
    'docs/decisions/2026-11-22-lighthouse.md',
    'docs/decisions/2026-11-22-presenters-guide.md',
    'docs/decisions/2026-11-22-three-engines.md',
    'docs/decisions/2026-11-22-two-ways-to-strip.md',
    'docs/images',
    'e2e/hostile/no-guide.spec.ts',
    'e2e/screenshots',
    'e2e/stories/crash-at-load.spec.ts',
    'e2e/stories/presenter.spec.ts',
    // Its diffs no longer apply once a merchant has changed the files.
    'scripts/customising.test.ts',
    'scripts/check-types.ts',
    'scripts/real-postgres.ts',
    'scripts/screenshots.ts',
  ],
  packages: ['@stryker-mutator/core', '@stryker-mutator/vitest-runner'],
}

const WITH_SANDBOX: Plan = {
  markers: ['strip', 'strip-all'],
  paths: [
    ...REFERENCE.paths,
    'sandbox',
    'docs/decisions/2026-11-21-a-tenant-for-each-worker.md',
    'docs/decisions/2026-11-21-inquiry-id-starts-the-flow.md',
    'docs/decisions/2026-11-21-portal-server-rendered.md',
    'docs/decisions/2026-11-21-sandbox-journal.md',
    'docs/decisions/2026-11-21-sandbox-strictness.md',
    'docs/decisions/2026-11-21-sandbox-tenant-clocks.md',
    'docs/decisions/2026-11-22-folded-sandbox.md',
    'docs/decisions/2026-11-22-published-secrets.md',
    'docs/decisions/2026-11-22-sandbox-package.md',
    'docs/decisions/2026-11-22-walls-in-one-table.md',
    'e2e/conformance/command.test.ts',
    'e2e/conformance/conformance.test.ts',
    'e2e/conformance/planted',
    'e2e/sandbox',
    // Without the sandbox, no secret is published.
    'lib/published-secrets.test.ts',
    'prisma/demo-users.ts',
    'prisma/seed.ts',
    'scripts/check-cuts.ts',
    'scripts/demo.test.ts',
    'scripts/demo.ts',
    'scripts/project-copy.ts',
    'scripts/strip',
  ],
  packages: REFERENCE.packages,
}

export const planFor = (all: boolean): Plan => (all ? WITH_SANDBOX : REFERENCE)

/** Emptied in .env.example when the sandbox is removed: its credentials, and the secrets published with them. */
export const SANDBOX_VARIABLES = [
  'VERIFICATION_BASE_URL',
  'VERIFICATION_API_KEY',
  'VERIFICATION_TEMPLATE_ID',
  'VERIFICATION_WEBHOOK_SECRET',
  'VERIFICATION_SDK_URL',
  'VERIFICATION_ARTIFACT_ORIGINS',
  'VERIFICATION_PORTAL_URL',
  'NEXTAUTH_SECRET',
  'CRON_SECRET',
]
