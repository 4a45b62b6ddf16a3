// The page's calls to the flow's API. A refusal is a return value. The inquiryId is sent in a header, never in a URL.

import type {
  FlowProblem,
  FlowProblemReason,
  FlowState,
  Outcome,
  PersonalInfoField,
  PhoneLink,
  PictureCapability,
  PicturePage,
  PictureType,
} from '../flow-protocol.ts'
import { FAILING_SPECIMEN, OTHER_NAME_SPECIMEN, SPECIMEN } from '../flow-protocol.ts'

/** `offline`: no response, or one that isn't from the service. A retry may help. */
export type Refusal = { ok: false; reason: FlowProblemReason | 'offline'; fields: string[] }
export type Answer<Value = null> = { ok: true; value: Value } | Refusal

/** Whether a specimen's check passes or fails, or whether the specimen shows another name. */
export type SpecimenKind = 'good' | 'failing' | 'other-name'
/** `picture` is what the customer sees. For a specimen it's only a preview: the server draws it again. */
export type PagePicture =
  | { kind: 'specimen'; as: SpecimenKind; picture: Blob }
  | { kind: 'file'; picture: Blob }

export type PersonalInfoForm = Record<PersonalInfoField, string>

export interface FlowClient {
  getState(): Promise<Answer<FlowState>>
  getPhoneLink(): Promise<Answer<PhoneLink>>
  savePersonalInfo(form: PersonalInfoForm): Promise<Answer>
  getSamplePerson(): Promise<Answer<PersonalInfoForm>>
  getSpecimen(type: PictureType, page: PicturePage, as: SpecimenKind): Promise<Answer<Blob>>
  savePictures(
    capability: PictureCapability,
    type: PictureType,
    pages: ReadonlyMap<PicturePage, PagePicture>,
  ): Promise<Answer>
  finish(outcome: Outcome | null): Promise<Answer>
  cancel(): Promise<Answer>
}

/** The inquiryId for a phone's link, which works once; null if it doesn't any more. */
export async function redeemPhoneLink(token: string): Promise<string | null> {
  try {
    const response = await fetch('/flow/api/phone', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token }),
    })
    const { inquiryId }: { inquiryId?: string } = await response.json()
    return inquiryId ?? null
  } catch {
    return null
  }
}

export function createFlowClient(inquiryId: string): FlowClient {
  /** For the specimens: the server never gives back what the customer typed. */
  let savedName: string | null = null

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
    getPhoneLink: () =>
      call('/phone-link', { method: 'POST' }, (response): Promise<PhoneLink> => response.json()),
    async savePersonalInfo(form) {
      const answer = await call('/personal-info', { method: 'PUT', json: form }, nothing)
      if (answer.ok) savedName = form.fullName
      return answer
    },
    getSamplePerson: () =>
      call('/sample-person', {}, (response): Promise<PersonalInfoForm> => response.json()),
    getSpecimen: (type, page, as) =>
      call(
        `/specimens/${type}/${page}`,
        { method: 'POST', json: { fullName: savedName, anotherName: as === 'other-name' } },
        (response) => response.blob(),
      ),
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

const SPECIMEN_FIELDS: Record<SpecimenKind, string> = {
  good: SPECIMEN,
  failing: FAILING_SPECIMEN,
  'other-name': OTHER_NAME_SPECIMEN,
}

function fieldOf(picture: PagePicture): string | Blob {
  if (picture.kind === 'file') return picture.picture
  return SPECIMEN_FIELDS[picture.as]
}
