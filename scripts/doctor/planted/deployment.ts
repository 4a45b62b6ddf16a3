// Mistakes with the settings, the addresses, the instances and the staff of the app.
import { db } from '../../../lib/db.ts'
import { serveApp } from '../served-app.ts'
import { balance, serve } from '../test-server.ts'
import { type Mistake, portOf } from './installation.ts'

const NOT_HTTPS = /is not HTTPS\n.*https:\/\//

export const DEPLOYMENT_MISTAKES: Mistake[] = [
  {
    mistake: 'the OpenID Connect issuer does not answer',
    plant: ({ closedUrl }) => ({ env: { OIDC_ISSUER: closedUrl } }),
    found: [/OpenID Connect issuer .* does not answer \(ECONNREFUSED\)\n.*Check OIDC_ISSUER/],
  },
  {
    mistake: 'another site is at the address of the OpenID Connect issuer',
    plant: ({ app }) => ({ env: { OIDC_ISSUER: app.service.url } }),
    found: [/no OpenID Connect issuer at .*HTTP 401.*\n.*before \/.well-known/],
  },
  {
    mistake: 'one of two instances behind the balancer is down',
    plant: async ({ appUrl, closedUrl }) => {
      const balancer = await balance([closedUrl, appUrl])
      return { port: portOf(balancer), env: { NEXTAUTH_URL: balancer } }
    },
    found: [
      /PORT \d+ is a balancer.*is down \(HTTP 502\)\n.*Start that instance/,
      /4 of 8 requests .* fail \(HTTP 502\): one of several instances is down\n.*--instance.*restart it/,
      // In each later check, one of the requests reaches the dead instance too.
      /HTTP 502/,
    ],
  },
  {
    mistake: 'an instance that the balancer skips is down',
    plant: ({ appUrl, closedUrl }) => ({ instances: [appUrl, closedUrl] }),
    found: [/The instance .* is down \(ECONNREFUSED\)\n.*Start it/],
  },
  {
    mistake: 'a published secret is used at a public address',
    // The value from .env.example.
    plant: () => ({
      env: {
        NEXTAUTH_URL: 'https://shop.example',
        CRON_SECRET: 'UXBu_2aAkFpGy7pJrNkH_UsFeiBANw7W',
      },
    }),
    found: [/CRON_SECRET is published.*\n.*openssl rand -base64 32/, /rest was not checked/],
  },
  {
    mistake: 'the builds have no action key, and the public address has no TLS',
    plant: ({ appUrl }) => ({ env: { NEXTAUTH_URL: appUrl.replace('127.0.0.1', '0.0.0.0') } }),
    found: [
      /NEXT_SERVER_ACTIONS_ENCRYPTION_KEY is missing.*\n.*openssl rand -base64 32.*every build/,
      /NEXTAUTH_URL .* is not HTTPS\n.*put TLS in front/,
      NOT_HTTPS,
    ],
  },
  {
    mistake: "the demo's staff can sign in with the real service, and the app has no HTTPS",
    plant: async ({ undo }) => {
      await db().user.create({ data: { email: 'admin@example.com', name: 'Demo', role: 'ADMIN' } })
      undo.push(() => db().user.deleteMany())
      return { usesRealService: true }
    },
    found: [/demo's staff can sign in: admin@example.com\n.*deactivate them/, NOT_HTTPS],
  },
  {
    mistake: 'nobody was invited',
    plant: () => ({ usesRealService: true }),
    found: [/Nobody can sign in as staff\n.*npm run staff:invite/, NOT_HTTPS],
  },
  {
    mistake: 'the running app has a different webhook secret than .env',
    plant: () => ({ env: { VERIFICATION_WEBHOOK_SECRET: 'whsec_of_somebody_else_entirely' } }),
    found: [/endpoint rejects the signature \(Wrong secret or altered body\)\n.*restart it/],
  },
  {
    mistake: 'the running app has a different form of the webhook secret than .env (N15)',
    plant: () => ({ env: { VERIFICATION_WEBHOOK_SECRET_FORM: 'base64' } }),
    found: [/endpoint rejects the signature \(Right secret, wrong form\)\n.*restart it/],
  },
  {
    mistake: 'a Secure cookie is set over HTTP',
    plant: async () => ({
      env: {
        NEXTAUTH_URL: await serveApp(
          '__Host-next-auth.csrf-token=t; Path=/; HttpOnly; Secure; SameSite=Lax',
        ),
      },
    }),
    found: [/Secure although the address is HTTP.*\n.*restart it/],
  },
  {
    mistake: 'the policy blocks the document images',
    plant: () => ({ env: { VERIFICATION_ARTIFACT_ORIGINS: 'https://images.example' } }),
    found: [/policy blocks https:\/\/images.example \(img-src\)\n.*restart it/i],
  },
  {
    mistake: 'another program uses the port',
    plant: async () => ({ port: portOf(await serve(async () => new Response('hello'))) }),
    found: [/PORT \d+ is taken by another program\nStop what uses the port/],
  },
]
