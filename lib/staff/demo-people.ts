/** The people of STAFF_SIGN_IN=demo. Their password is published, so the app then serves only this machine (`request-source.ts`). */
export const DEMO_ISSUER = 'demo'
export const DEMO_PASSWORD = 'northwind-demo'

export const DEMO_USERS = [
  { email: 'viewer@example.com', name: 'Vera Viewer', role: 'VIEWER' },
  { email: 'reviewer@example.com', name: 'Ravi Reviewer', role: 'REVIEWER' },
  { email: 'admin@example.com', name: 'Ada Admin', role: 'ADMIN' },
] as const
