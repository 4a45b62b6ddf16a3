/** @jsxRuntime automatic @jsxImportSource hono/jsx */
// The page for people who open the sandbox's address, and the answer to an address that has nothing.
import type { Context } from 'hono'
import type { Child } from 'hono/jsx'
import type { Site } from '../commands/core.ts'
import { Icon } from '../portal/kit.tsx'
import { Brand, renderDocument } from '../portal/page.tsx'
import { PORTAL_USER } from '../portal/session.tsx'

const HEADERS = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self'; base-uri 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
}

export function renderFront(c: Context, { controlEnabled, publicUrl }: Site) {
  const curl = `curl ${publicUrl}/sandbox/clock/advance \\\n  -H 'Content-Type: application/json' -d '{ "seconds": 3600 }'`
  return render(c, {
    title: 'A sandbox for identity checks',
    lead: 'It behaves as an identity-verification service does, for one merchant’s app: hosted flow, signed events, decisions. The people in it are invented, and nothing is really verified.',
    content: (
      <>
        <ul class="grid doors">
          {controlEnabled && (
            <Door href="/guide" icon="customer" name="Present it">
              The presenter’s console leads an audience through a story, from two to eight minutes,
              with a screen for the room.
            </Door>
          )}
          <Door href="/portal" icon="review" name="Work as the service">
            The portal shows every check and every call, and decides reviews. Sign in as{' '}
            {PORTAL_USER.email}; the password is filled in.
          </Door>
          {controlEnabled && (
            <Door href="/portal/scenario" icon="scenario" name="Break something">
              Lose an event, take the service down, move the clock, and see what your app does.
            </Door>
          )}
          <Door href="/openapi.json" icon="wire" name="Write a client">
            The merchant API with its webhooks, as an OpenAPI 3.1 document.
          </Door>
        </ul>
        {controlEnabled && (
          <section class="panel stack" aria-labelledby="control">
            <h2 id="control">In tests, the control API does what the portal does</h2>
            <p class="soft">
              This moves the clock by an hour. <code>CONTROL.md</code>, in the sandbox’s folder and
              package, lists every call.
            </p>
            <pre tabindex={0}>{curl}</pre>
          </section>
        )}
      </>
    ),
  })
}

/** For browsers a page, for programs JSON in the form of the other errors. */
export function renderNothingHere(c: Context) {
  if (!c.req.header('accept')?.includes('text/html'))
    return c.json({ code: 'NOT_FOUND', message: 'There is nothing at this address.' }, 404)
  return render(c, {
    title: 'There’s nothing at this address',
    lead: 'The link may be incomplete, or this sandbox was started without that page.',
    status: 404,
    content: (
      <p class="row">
        <a class="button primary" href="/">
          See what’s here
        </a>
        <a class="button" href="/portal">
          Open the portal
        </a>
      </p>
    ),
  })
}

function Door(props: {
  href: string
  icon: Parameters<typeof Icon>[0]['name']
  name: string
  children: Child
}) {
  return (
    <li class="panel stack">
      <h2>
        <a class="row" href={props.href}>
          <Icon name={props.icon} /> {props.name}
        </a>
      </h2>
      <p class="soft">{props.children}</p>
    </li>
  )
}

function render(
  c: Context,
  page: { title: string; lead: string; content: Child; status?: 200 | 404 },
) {
  const { title, lead, content, status = 200 } = page
  const body = (
    <body>
      <header class="top">
        <Brand />
      </header>
      <main class="front">
        <header class="stack">
          <h1>{title}</h1>
          <p class="soft">{lead}</p>
        </header>
        {content}
      </main>
    </body>
  )
  return c.html(renderDocument({ title, nonce: '', body }), status, HEADERS)
}
