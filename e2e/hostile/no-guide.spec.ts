// The presenter's guide signs in without a password, so it must not exist outside a demo.
import { request } from '@playwright/test'
import { callAction, listActions } from '../fixtures/server-actions'
import { expect, HOSTILE, test } from './test'

test(
  "without the demo's variable the guide has no page and no action",
  HOSTILE,
  async ({ app }) => {
    const anyone = await request.newContext({ baseURL: app.appUrl })
    for (const path of ['', '/live', '/wire', '/case', '/happy-path', '/source/open'])
      expect((await anyone.get(`/demo${path}`)).status(), path).toBe(404)

    const form = new FormData()
    form.set('chapter', 'happy-path')
    const actions = listActions().filter(([action]) => action.startsWith('app/demo/'))
    for (const [action] of actions)
      for (const args of [[], [form], ['admin'], ['happy-path/approved/0']]) {
        const answer = await callAction(anyone, { action, page: '/', args })
        expect(answer, action).not.toHaveProperty('redirect')
        expect(answer, action).not.toHaveProperty('returned')
      }
    const { cookies } = await anyone.storageState()
    expect(cookies.map(({ name }) => name)).toEqual([])
    await anyone.dispose()
  },
)
