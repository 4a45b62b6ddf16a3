// Calls the flow's API. A refusal is a return value. The inquiryId goes in a header, never in a URL.
import type { ArtifactPage, ArtifactType, PersonalInfo } from '../../state/entities.ts'
import {
  type FlowProblem,
  type FlowState,
  type Outcome,
  type PhoneLink,
  type PictureCapability,
  SPECIMEN,
} from '../flow-protocol.ts'

/** `offline`: no response, or not the service's. A retry may help. */
export type Refusal = { ok: false; reason: FlowProblem['reason'] | 'offline'; fields: string[] }
export type Answer<Value = null> = { ok: true; value: Value } | Refusal

/** A picture as the customer sees it. A specimen is only a preview: the server draws its own. */
export interface PagePicture {
  blob: Blob
  isSpecimen: boolean
}

export type FlowClient = ReturnType<typeof createFlowClient>

export function createFlowClient(inquiryId: string) {
  async function call<Value>(
    method: string,
    path: string,
    body: object | null,
    read: (response: Response) => Promise<Value>,
  ): Promise<Answer<Value>> {
    const headers = new Headers({ authorization: `Bearer ${inquiryId}` })
    const isForm = body instanceof FormData
    if (body && !isForm) headers.set('content-type', 'application/json')
    try {
      const response = await fetch(`/flow/api${path}`, {
        method,
        headers,
        body: isForm ? body : body && JSON.stringify(body),
      })
      if (response.ok) return { ok: true, value: await read(response) }
      const problem: FlowProblem = await response.json()
      return { ok: false, reason: problem.reason ?? 'offline', fields: problem.fields ?? [] }
    } catch {
      return { ok: false, reason: 'offline', fields: [] }
    }
  }
  const nothing = () => Promise.resolve(null)

  return {
    /** Sends no inquiryId, because the phone doesn't have it yet. */
    redeemPhoneLink: (token: string) =>
      call('POST', '/phone', { token }, (answer): Promise<{ inquiryId: string }> => answer.json()),
    getState: () => call('GET', '/inquiry', null, (answer): Promise<FlowState> => answer.json()),
    getPhoneLink: () =>
      call('POST', '/phone-link', null, (answer): Promise<PhoneLink> => answer.json()),
    savePersonalInfo: (form: PersonalInfo) => call('PUT', '/personal-info', form, nothing),
    /** @param fullName the customer's input, which the server never returns */
    getSpecimen: (type: ArtifactType, page: ArtifactPage, fullName: string | null) =>
      call('POST', `/specimens/${type}/${page}`, { fullName }, (answer) => answer.blob()),
    savePictures(
      capability: PictureCapability,
      type: ArtifactType,
      pages: ReadonlyMap<ArtifactPage, PagePicture>,
    ) {
      const form = new FormData()
      form.set('type', type)
      for (const [page, { blob, isSpecimen }] of pages) form.set(page, isSpecimen ? SPECIMEN : blob)
      return call('PUT', `/pictures/${capability}`, form, nothing)
    },
    finish: (outcome: Outcome | null) => call('POST', '/finish', { outcome }, nothing),
  }
}
