/** @jsxRuntime automatic @jsxImportSource hono/jsx */
// A preview of the hosted flow's first screen with a brand. The portal's CSP allows no inline styles, so the parts in the
// brand's colour are SVG, whose attributes aren't styles.
import type { Capability, Tenant } from '../../state/entities.ts'
import type { Store } from '../../state/store.ts'
import { accentsOf } from '../../web/brand-accents.ts'
import { initialsOf } from '../../web/initials.ts'
import { SERVICE_NAME } from '../../web/service-brand.ts'

/** The colour of a tenant without a brand. */
export const SERVICE_COLOR = '#1d4ed8'

/** The steps of the newest revision of the tenant's first template, which is most likely the one in use. */
export function stepsOf(store: Store, tenant: Tenant): readonly Capability[] {
  const [template] = store.templates.listBy('tenant', tenant.id)
  const newest = template && store.revisions.listBy('template', template.id).at(-1)
  return newest?.definition.steps ?? ['PERSONAL_INFO', 'PASSPORT_SCAN', 'FACE_MATCH']
}

const NEEDS: Record<Capability, { words: string; path: string }> = {
  PERSONAL_INFO: {
    words: 'Your name, country, email and phone number',
    path: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM4 21c0-4 3.6-6 8-6s8 2 8 6',
  },
  PASSPORT_SCAN: {
    words: 'A passport, national identity card or driving licence',
    path: 'M6 3h12a1 1 0 0 1 1 1v16a1 1 0 0 1-1 1H6a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1ZM12 13a3 3 0 1 0 0-6 3 3 0 0 0 0 6ZM8.5 17h7',
  },
  FACE_MATCH: {
    words: 'A picture of your face',
    path: 'M4 8V5a1 1 0 0 1 1-1h3M16 4h3a1 1 0 0 1 1 1v3M20 16v3a1 1 0 0 1-1 1h-3M8 20H5a1 1 0 0 1-1-1v-3M9 10v.5M15 10v.5M9 15q3 2 6 0',
  },
  SIGNATURE: {
    words: 'A picture of your signature',
    path: 'M3 19h18M4 15c4-9 6-12 8-11s-4 9-2 10 3-5 5-5 0 4 2 4 3-1 4-2',
  },
}
const CLOSE = 'M6 6l12 12M18 6L6 18'
const GLOBE =
  'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM3 12h18M12 3c2.6 2.6 3.8 5.6 3.8 9s-1.2 6.4-3.8 9c-2.6-2.6-3.8-5.6-3.8-9s1.2-6.4 3.8-9Z'

interface BrandPreviewProps {
  tenant: Tenant
  steps: readonly Capability[]
}

export function BrandPreview({ tenant, steps }: BrandPreviewProps) {
  const accents = accentsOf(tenant.brand?.color ?? SERVICE_COLOR)
  return (
    <section class="panel" aria-labelledby="preview-title">
      <div>
        <h2 id="preview-title">Preview</h2>
        <p class="muted">The first screen that a customer sees, on light and on dark.</p>
      </div>
      <div class="brand-previews">
        <FlowScreen tenant={tenant} steps={steps} look="Light" accent={accents.light} />
        <FlowScreen tenant={tenant} steps={steps} look="Dark" accent={accents.dark} />
      </div>
    </section>
  )
}

function FlowScreen(props: BrandPreviewProps & { look: 'Light' | 'Dark'; accent: string }) {
  const { tenant, steps, look, accent } = props
  const { name } = tenant
  const scheme = look.toLowerCase()
  // Consent before the steps, and the review after them.
  const total = steps.length + 2
  return (
    <div
      class={`flow-screen flow-${scheme}`}
      role="img"
      aria-label={`${look}: ${name}, with buttons in ${accent}`}
      data-brand-screen={scheme}
    >
      <div class="flow-head">
        <Logo tenant={tenant} size={28} />
        {!tenant.brand?.logo && <Monogram name={name} accent={accent} />}
        <strong data-brand-name>{name}</strong>
        <Line path={GLOBE} />
        <Line path={CLOSE} />
      </div>
      <div class="flow-body">
        <p class="flow-progress">
          <span>Step 1 of {total}</span>
          <span>Consent</span>
        </p>
        <div class="flow-bars">
          {Array.from({ length: total }, (_, index) => (
            <span>{index === 0 && <Fill accent={accent} />}</span>
          ))}
        </div>
        <p class="flow-title">Verify your identity</p>
        <p class="flow-soft">
          <span data-brand-name>{name}</span> asks you to confirm who you are. It takes about two
          minutes. You’ll need:
        </p>
        {steps.map((step) => (
          <p class="flow-need">
            <Line path={NEEDS[step].path} accent={accent} />
            {NEEDS[step].words}
          </p>
        ))}
      </div>
      <div class="flow-foot">
        <p class="flow-button">
          <Fill accent={accent} />
          <span>Agree and continue</span>
        </p>
        <p class="flow-secured">
          <img src="/portal/icon.svg" alt="" width="16" height="16" />
          Secured by {SERVICE_NAME}
          <span class="flow-pill">Sandbox</span>
        </p>
      </div>
    </div>
  )
}

/** Without a source until there is one: a script fills it in. */
export function Logo({ tenant, size }: { tenant: Tenant; size: number }) {
  const hasLogo = Boolean(tenant.brand?.logo)
  const src = hasLogo ? '/portal/brand/logo' : undefined
  return <img src={src} hidden={!hasLogo} alt="" width={size} height={size} data-brand-logo />
}

function Monogram({ name, accent }: { name: string; accent: string }) {
  return (
    <svg class="flow-monogram" viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <rect width="32" height="32" rx="7" fill={accent} data-brand-accent="fill" />
      <text x="16" y="16" data-brand-initials>
        {initialsOf(name)}
      </text>
    </svg>
  )
}

function Fill({ accent }: { accent: string }) {
  return (
    <svg class="flow-fill" aria-hidden="true" focusable="false">
      <rect width="100%" height="100%" fill={accent} data-brand-accent="fill" />
    </svg>
  )
}

function Line({ path, accent }: { path: string; accent?: string }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      {accent === undefined ? (
        <path d={path} />
      ) : (
        <g stroke={accent} data-brand-accent="stroke">
          <path d={path} />
        </g>
      )}
    </svg>
  )
}
