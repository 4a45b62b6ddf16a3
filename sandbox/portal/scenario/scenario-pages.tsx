/** @jsxRuntime automatic @jsxImportSource hono/jsx */
// The scenario page: faults, outcomes, gap settings, clock and state. The control API does the same over HTTP.
import { Hono } from 'hono'
import type { DeliverySender } from '../../commands/delivery/sender.ts'
import type { Inquiries } from '../../commands/inquiries.ts'
import type { Orders } from '../../commands/orders.ts'
import type { Preparation } from '../../commands/preparation.ts'
import type { State } from '../../commands/state.ts'
import type { Portal } from '../portal.ts'
import type { PortalEnv } from '../session.ts'
import { renderPage } from '../shell/page.tsx'
import { ClockPanel, createClockRoutes } from './clock-panel.tsx'
import { createFaultRoutes, FaultPanel, MoreFaults } from './fault-panels.tsx'
import { createGapRoutes, GapPanel } from './gap-panel.tsx'
import { createInEffectRoutes, InEffect } from './in-effect.tsx'
import { createOutcomeRoutes, MoreOutcomes, OutcomePanel } from './outcome-panel.tsx'
import { createRateLimitRoutes, RateLimitPanel } from './rate-limit-panel.tsx'
import { createStateRoutes, StatePanels } from './state-panel.tsx'

/** Only the newest open inquiries are offered, because those are the ones in use. */
const MAX_NAMED = 50

interface ScenarioParts extends Portal {
  deliveries: DeliverySender
  inquiries: Inquiries
  orders: Orders
  preparation: Preparation
  state: State
}

export function createScenarioPages(portal: ScenarioParts): Hono<PortalEnv> {
  const { store, clock, inquiries, orders, state } = portal
  const routes = new Hono<PortalEnv>()
  routes.get('/scenario', (c) => {
    const tenant = c.get('tenant')
    const open = store.inquiries
      .listBy('tenant', tenant.id)
      .filter((inquiry) => inquiry.finishedAt === null && !inquiries.isExpired(inquiry))
      .slice(-MAX_NAMED)
      .toReversed()
    const isFrozen = clock.isFrozen(tenant.id)
    const faults = orders.listFaults(tenant)
    const plans = orders.listOutcomes(tenant)
    return renderPage(c, portal, {
      title: 'Scenario',
      section: 'scenario',
      lead: `Break things for ${tenant.name} on purpose. Tests do the same through the control API.`,
      content: (
        <>
          <InEffect {...{ tenant, faults, plans, isFrozen }} />
          <div class="split-even">
            <FaultPanel target="webhook" faults={faults} />
            <FaultPanel target="api" faults={faults} />
            <OutcomePanel plans={plans} />
            <ClockPanel now={clock.nowIso(tenant.id)} isFrozen={isFrozen} />
          </div>
          <div class="fold-group">
            <MoreFaults />
            <MoreOutcomes open={open} />
            <GapPanel tenant={tenant} />
          </div>
          <div class="split-even split-thirds" id="state">
            <RateLimitPanel tenant={tenant} />
            <StatePanels names={state.names(null)} tenant={tenant} />
          </div>
        </>
      ),
    })
  })
  for (const panel of [
    createOutcomeRoutes(portal),
    createClockRoutes(portal),
    createInEffectRoutes(portal),
    createFaultRoutes(portal),
    createGapRoutes(portal),
    createRateLimitRoutes(portal),
    createStateRoutes(portal),
  ]) {
    routes.route('/', panel)
  }
  return routes
}
