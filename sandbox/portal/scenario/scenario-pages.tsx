/** @jsxRuntime automatic @jsxImportSource hono/jsx */
// The scenario panel: what happens next, on purpose. The control API does the same by HTTP.
import { Hono } from 'hono'
import type { Portal } from '../portal.ts'
import type { PortalEnv } from '../session.ts'
import { renderPage } from '../shell/render-page.tsx'
import { ClockPanel, createClockRoutes } from './clock-panel.tsx'
import { ApiFaultPanel, createFaultRoutes, WebhookFaultPanel } from './fault-panel.tsx'
import { createGapRoutes, GapPanel } from './gap-panel.tsx'
import { createInquiryScenarioRoutes } from './inquiry-scenario-routes.ts'
import { createOutcomeRoutes, OutcomePanel } from './outcome-panel.tsx'
import { createStateRoutes, StatePanel } from './state-panel.tsx'

export function createScenarioPages(portal: Portal): Hono<PortalEnv> {
  const { sandbox } = portal
  const routes = new Hono<PortalEnv>()
  routes.get('/scenario', (c) => {
    const tenant = c.get('tenant')
    return renderPage(c, portal, {
      title: 'Scenario',
      section: 'scenario',
      lead: `What ${tenant.name} meets next. Tests do the same through the control API.`,
      content: (
        <div class="panels">
          <div class="stack-wide">
            <OutcomePanel sandbox={sandbox} tenant={tenant} />
            <ClockPanel sandbox={sandbox} tenant={tenant} />
          </div>
          <div class="stack-wide">
            <WebhookFaultPanel sandbox={sandbox} tenant={tenant} />
            <ApiFaultPanel sandbox={sandbox} tenant={tenant} />
          </div>
          <GapPanel tenant={tenant} />
          <StatePanel sandbox={sandbox} tenant={tenant} />
        </div>
      ),
    })
  })
  for (const panel of [
    createOutcomeRoutes(portal),
    createClockRoutes(portal),
    createFaultRoutes(portal),
    createGapRoutes(portal),
    createStateRoutes(portal),
    createInquiryScenarioRoutes(portal),
  ]) {
    routes.route('/', panel)
  }
  return routes
}
