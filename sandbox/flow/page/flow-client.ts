// The page's calls to the flow's API. A refusal is a value; the inquiryId travels in a header, never in an address.

import type {
  FlowProblem,
  FlowProblemReason,
  FlowState,
  Outcome,
  PictureCapability,
  PicturePage,
  PictureType,
} from '../flow-protocol.ts'
import { FAILING_SPECIMEN, SPECIMEN } from '../flow-protocol.ts'

/** `offline`: no answer, or one that is not ours. Trying again may help. */
export type Refusal = { ok: false; reason: FlowProblemReason | 'offline'; fields: string[] }
export type Answer<Value = null> = { ok: true; value: Value } | Refusal

export type PagePicture = { kind: 'specimen'; fails: boolean } | { kind: 'file'; file: Blob }

export interface PersonalInfoForm {
  fullName: string
  country: string
  email: string
  phone: string
}

export interface FlowClient {
  getState(): Promise<Answer<FlowState>>
  savePersonalInfo(form: PersonalInfoForm): Promise<Answer>
  getSpecimen(type: PictureType, page: PicturePage): Promise<Answer<Blob>>
  savePictures(
    capability: PictureCapability,
    type: PictureType,
    pages: ReadonlyMap<PicturePage, PagePicture>,
  ): Promise<Answer>
  finish(outcome: Outcome | null): Promise<Answer>
  cancel(): Promise<Answer>
}

export function createFlowClient(inquiryId: string): FlowClient {
  async function call<Value>(
    path: string,
    init: { method?: string; json?: unknown; form?: FormData },
    read: (response: Response) => Promise<Value>,
  ): Promise<Answer<Value>> {
    const headers = new Headers({ authorization: `Bearer ${inquiryId}` })
    if (init.json !== undefined) headers.set('content-type', 'application/json')
    try {
      const response = await fetch(`/flow/api${path}`, {
        method: init.method ?? 'GET',
        headers,
        body: init.form ?? (init.json === undefined ? null : JSON.stringify(init.json)),
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
    getState: () => call('/inquiry', {}, (response): Promise<FlowState> => response.json()),
    savePersonalInfo: (form) => call('/personal-info', { method: 'PUT', json: form }, nothing),
    getSpecimen: (type, page) =>
      call(`/specimens/${type}/${page}`, {}, (response) => response.blob()),
    savePictures(capability, type, pages) {
      const form = new FormData()
      form.set('type', type)
      for (const [page, picture] of pages) {
        form.set(page, fieldOf(picture))
      }
      return call(`/pictures/${capability}`, { method: 'PUT', form }, nothing)
    },
    finish: (outcome) => call('/finish', { method: 'POST', json: { outcome } }, nothing),
    cancel: () => call('/cancel', { method: 'POST' }, nothing),
  }
}

function fieldOf(picture: PagePicture): string | Blob {
  if (picture.kind === 'file') return picture.file
  return picture.fails ? FAILING_SPECIMEN : SPECIMEN
}
