/** Who can sign in with STAFF_SIGN_IN=demo. The password is published, so only this machine is served (`request-source.ts`). */
export const DEMO_ISSUER = 'demo'
export const DEMO_PASSWORD = 'northwind-demo'

export const DEMO_USERS = [
  { email: 'viewer@example.com', name: 'Vera Viewer', role: 'VIEWER' },
  { email: 'reviewer@example.com', name: 'Ravi Reviewer', role: 'REVIEWER' },
  { email: 'admin@example.com', name: 'Ada Admin', role: 'ADMIN' },
] as const
