/** The handoff as the other device may see it. The device's cookie selects it, and no request can name another. */
import { getHandoffDevice } from '@/lib/handoff-device'
import { getDeviceHandoff } from '@/lib/inquiries/handoff'
import { errorName, log } from '@/lib/log'

const headers = { 'cache-control': 'no-store' }

export async function GET(): Promise<Response> {
  try {
    const device = await getHandoffDevice()
    const view = device === null ? { state: 'ended' } : await getDeviceHandoff(device)
    return Response.json(view, { headers })
  } catch (error) {
    log.error('handoff_not_read', { error: errorName(error) })
    return Response.json({ error: 'unavailable' }, { status: 503, headers })
  }
}
