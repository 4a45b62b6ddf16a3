// A service whose responses never end.
import type { ServerResponse } from 'node:http'
import { approval } from '../fixtures/events'
import { expect, HOSTILE, test } from './test'

const MIB = 1024 * 1024
/** What one response may add to the app's memory; without a limit, it would be gigabytes. */
const MAX_GROWTH_BYTES = 200 * MIB
/** What the app reads, plus what the sockets on both sides buffer. */
const MAX_TAKEN_BYTES = 16 * MIB

/** Writes for as long as the client reads. */
function pour(response: ServerResponse, chunk: Buffer, onTaken: (bytes: number) => void): void {
  const write = () => {
    while (!response.destroyed) {
      onTaken(chunk.length)
      if (!response.write(chunk)) return void response.once('drain', write)
    }
  }
  write()
}

test(
  'an endless response is cut off, and the next one is read',
  HOSTILE,
  async ({ service, app, deliver, newApplicant }) => {
    const { customer, inquiryId } = await newApplicant()
    const peakBefore = app.peakMemoryBytes()
    let takenBytes = 0
    let closed = false
    service.answerNext('status', () => (response) => {
      response.once('close', () => {
        closed = true
      })
      response.writeHead(200, { 'content-type': 'application/json' })
      response.write('{"status":"')
      pour(response, Buffer.from('A'.repeat(64 * 1024)), (bytes) => {
        takenBytes += bytes
      })
    })
    service.setStatus(inquiryId, 'APPROVED')
    await deliver(approval({ data: { inquiryId, referenceId: undefined } }))

    await expect.poll(() => closed).toBe(true)
    expect(takenBytes).toBeLessThan(MAX_TAKEN_BYTES)
    await expect.poll(() => customer.stage()).toBe('approved')
    const peakAfter = app.peakMemoryBytes()
    if (peakBefore !== null && peakAfter !== null)
      expect(peakAfter - peakBefore).toBeLessThan(MAX_GROWTH_BYTES)
  },
)
