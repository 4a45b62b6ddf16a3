// Fixtures for stories about the portal: a tenant with its own receiver, and an operator in its portal.

import { once } from 'node:events'
import { createServer } from 'node:http'
import type { Page } from '@playwright/test'
import { z } from 'zod'
import { test as base, expect } from './fixtures'
import type { Tenant } from './sandbox-process'

export { expect }

const addressSchema = z.object({ port: z.number() })

/** Someone who uses the portal, with or without JavaScript. */
export class Operator {
  constructor(
    readonly page: Page,
    private readonly url: string,
    private readonly hasScript = true,
  ) {}

  open(path: string) {
    return this.page.goto(`${this.url}/portal${path}`)
  }

  async signIn(tenant: Tenant): Promise<void> {
    await this.open('')
    await this.page.getByRole('button', { name: 'Continue as operator' }).click()
    await this.page.getByRole('combobox', { name: 'Tenant' }).selectOption(tenant.id)
    if (!this.hasScript) await this.press('Switch')
    await this.seesTenant(tenant.name)
  }

  /** Checks that the server shows this tenant; the select in the top bar wouldn't prove that. */
  async seesTenant(name: string): Promise<void> {
    await expect(this.page.getByRole('main')).toContainText(`What happens at ${name}`)
  }

  press(name: string) {
    return this.page.getByRole('button', { name, exact: true }).click()
  }

  get notice() {
    return this.page.locator('.notice')
  }
}

interface PortalFixtures {
  receiverUrl: string
  tenant: Tenant
  operator: Operator
}

export const test = base.extend<PortalFixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from the pattern
  receiverUrl: async ({}, use) => {
    const server = createServer((request, response) => {
      request.resume().on('end', () => response.end('{"outcome":"applied"}'))
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    await use(`http://127.0.0.1:${addressSchema.parse(server.address()).port}/events`)
    server.closeAllConnections()
    server.close()
  },
  tenant: async ({ sandbox, receiverUrl }, use) =>
    use(await sandbox.createTenant({ name: 'A portal story', webhookUrl: receiverUrl })),
  operator: async ({ page, sandbox, tenant }, use) => {
    const operator = new Operator(page, sandbox.url)
    await operator.signIn(tenant)
    await use(operator)
  },
})
