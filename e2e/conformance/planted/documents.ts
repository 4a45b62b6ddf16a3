// Services that list documents wrong (D8–D13).
import type { WrongService } from './wrong-service.ts'

const ANSWERED = 'return answer(c, withNovelties(documents, tenant), 200)'
const BYTES = 'const bytes = pictures.read(artifactId)'
const KEPT_SCAN = 'else byCapability.set(artifact.capability, [artifact])'
const FAILED_SCAN = 'if (!artifact.succeeded) continue'

export const DOCUMENTS: readonly WrongService[] = [
  {
    clause: 'D8',
    what: 'a signature is collected but never listed',
    find: FAILED_SCAN,
    replace: "if (!artifact.succeeded || artifact.type === 'signature') continue",
  },
  {
    clause: 'D9',
    what: 'a selfie has supportedPageTypes',
    find: 'selfie: null,',
    replace: "selfie: ['frontPage'],",
  },
  {
    clause: 'D9',
    what: 'a card without its back does not support a back',
    find: '...(supportedPageTypes ? { supportedPageTypes } : {}),',
    replace:
      '...(supportedPageTypes ? { supportedPageTypes: supportedPageTypes.filter((page) => pages.has(page)) } : {}),',
  },
  {
    clause: 'D10',
    what: 'backPage is the front again',
    find: '{ backPage: urlOf(back.id) }',
    replace: '{ backPage: urlOf(front.id) }',
  },
  {
    clause: 'D10',
    what: 'an unavailable backPage is null instead of omitted',
    find: '{ backPage: urlOf(back.id) } : {}',
    replace: '{ backPage: urlOf(back.id) } : { backPage: null }',
  },
  {
    clause: 'D10',
    what: 'a scan without a back gets the back of the one before',
    find: KEPT_SCAN,
    replace:
      "else byCapability.set(artifact.capability, [artifact, ...(pages ?? []).filter(({ page }) => page === 'backPage')])",
  },
  {
    clause: 'D11',
    what: 'every URL shows the same picture',
    alsoBreaks: ['D10'],
    find: BYTES,
    replace: 'const bytes = pictures.read(store.artifacts.values()[0].id)',
  },
  {
    clause: 'D11',
    what: "a selfie's URL shows the selfie of the tenant's newest inquiry",
    find: BYTES,
    replace: `const same = store.artifacts.values().filter((other) => other.tenantId === artifact.tenantId && other.type === artifact.type)
    const bytes = pictures.read(artifact.type === 'selfie' ? same.at(-1).id : artifactId)`,
  },
  {
    clause: 'D11',
    what: 'failed scans are listed',
    find: FAILED_SCAN,
    replace: '',
  },
  {
    clause: 'D11',
    what: 'the oldest scan counts instead of the newest',
    alsoBreaks: ['D10'],
    find: KEPT_SCAN,
    replace: 'else if (!pages) byCapability.set(artifact.capability, [artifact])',
  },
  {
    clause: 'D11',
    what: 'a superseded scan is listed next to the newest',
    alsoBreaks: ['D10'],
    find: 'const pages = byCapability.get(artifact.capability)',
    replace: 'const pages = byCapability.get(artifact.scanId)',
    and: [{ find: KEPT_SCAN, replace: 'else byCapability.set(artifact.scanId, [artifact])' }],
  },
  {
    clause: 'D11',
    what: 'a failed retake of the selfie removes the selfie',
    find: FAILED_SCAN,
    replace: `if (!artifact.succeeded && artifact.type === 'selfie') byCapability.delete(artifact.capability)
    ${FAILED_SCAN}`,
  },
  {
    clause: 'D11',
    what: 'a document is taken and listed although the template has no scan',
    find: "if (!inquiry.steps.includes(capability)) return 'not-a-step'",
    replace: '',
  },
  {
    clause: 'D12',
    what: 'an empty list is a 404',
    find: ANSWERED,
    replace: `if (documents.documents.length === 0) return refuse(c, INQUIRY_NOT_FOUND)\n    ${ANSWERED}`,
  },
  {
    clause: 'D13',
    what: 'every request gets the same correlation id',
    find: 'usable ? given : randomUUID()',
    replace: "usable ? given : '3f2b8c1d-9e4a-4c6f-8a7b-5d0e1f2a3b4c'",
  },
  {
    clause: 'D13',
    what: 'the generated correlation id is not a UUID',
    find: 'usable ? given : randomUUID()',
    replace: "usable ? given : 'trace-' + randomUUID()",
  },
]
