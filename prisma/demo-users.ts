/**
 * Staff of the demo, one for each role. The seed creates them, the demo prints them, and the stories sign in as them.
 * A production database is not seeded.
 */
export const DEMO_PASSWORD = 'northwind-demo'

export const DEMO_USERS = [
  { email: 'viewer@example.com', name: 'Vera Viewer', role: 'VIEWER' },
  { email: 'reviewer@example.com', name: 'Ravi Reviewer', role: 'REVIEWER' },
  { email: 'admin@example.com', name: 'Ada Admin', role: 'ADMIN' },
] as const
