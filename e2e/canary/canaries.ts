// Stand-ins for personal data and secrets. The story sends each through every flow, then looks for it everywhere.

export interface Canary {
  name: string
  value: string
  /** Each `Table.column` that stores it by design, and so has to have it. Nothing stores identity data. */
  keptIn: readonly string[]
}

export const canary = (name: string, value: string, keptIn: readonly string[] = []): Canary => ({
  name,
  value,
  keptIn,
})

/** Identity data, in the shape that the service returns (S4, S5). */
export const IDENTITY = {
  personalInfo: {
    fullName: 'Quillon Canarywright',
    country: 'GB',
    email: 'quillon@canarywright.example',
    phone: '+447700900987',
  },
  document: {
    documentType: 'PASSPORT',
    fullName: 'QUILLON CANARYWRIGHT',
    dateOfIssue: '17-04-2019',
    dateOfBirth: '13-07-1931',
    dateOfExpiry: '16-04-2029',
    documentNumber: 'CNRY7712345',
    sex: 'M',
    address: '7 Canarywright Lane, Yellowham',
    addressDetails: {
      street: '7 Canarywright Lane',
      city: 'Yellowham',
      state: 'Wrenshire',
      postalCode: 'YC7 7WR',
      country: 'GB',
    },
  },
}

/** The secrets in the merchant's environment, in valid formats (A2, W1). */
export const SECRETS = {
  VERIFICATION_API_KEY: 'svc_live_CanaryKeyCanaryKeyCanaryKey12345',
  VERIFICATION_WEBHOOK_SECRET: 'whsec_canary-current-0123456789abcdef',
  VERIFICATION_WEBHOOK_SECRET_PREVIOUS: 'whsec_canary-previous-0123456789abcdef',
  NEXTAUTH_SECRET: 'canary-nextauth-secret-0123456789abcdef',
  CRON_SECRET: 'canary-cron-secret-0123456789abcdef',
}

/** What a customer, a stranger or the service writes into free text and headers. */
export const INPUT = {
  refusedNote: 'My passport is <CNRY8812345>',
  keptNote: 'Ring the Yellowbeak Dairy',
  mistypedEmail: 'mistyped@canarywright.example',
  wrongPassword: 'canary-wrong-password',
  address: '203.0.113.177',
  reviewReason: 'The Yellowbeak portrait is blurred',
  portalNote: 'Spoke to Yellowbeak on the phone',
}

export const ARTIFACT_PATH = '/artifacts/canary-7c1d'

export const CANARIES: readonly Canary[] = [
  canary('full name', 'Canarywright'),
  canary('phone', '7700900987'),
  canary('date of birth', IDENTITY.document.dateOfBirth),
  canary('date of expiry', IDENTITY.document.dateOfExpiry),
  canary('document number', IDENTITY.document.documentNumber),
  canary('city', IDENTITY.document.addressDetails.city),
  canary('post code', IDENTITY.document.addressDetails.postalCode),
  canary('artifact URL', ARTIFACT_PATH),
  ...Object.entries(SECRETS).map(([name, value]) => canary(name, value)),
  canary('refused note', 'CNRY8812345'),
  canary('wrong password', INPUT.wrongPassword),
  canary('customer IP address', INPUT.address),
  canary('note', INPUT.keptNote, ['Inquiry.note', 'Inquiry.openBody']),
  canary('review reason', INPUT.reviewReason, ['Inquiry.reviewReasons']),
  canary('portal note', INPUT.portalNote, ['Inquiry.portalDecisionNote']),
]

/** Text that the app wrote, sent or stored, and where. */
export interface Specimen {
  where: string
  text: string
}

/** @returns `<canary> in <where>` for each one found; also in another case, escaped, in Base64 or hex */
export function findCanaries(
  canaries: readonly Canary[],
  specimens: readonly Specimen[],
): string[] {
  return specimens.flatMap(({ where, text }) => {
    const lowerCase = text.toLowerCase()
    return canaries
      .filter(({ value }) => formsOf(value).some((form) => lowerCase.includes(form)))
      .map(({ name }) => `${name} in ${where}`)
  })
}

const formsOf = (value: string): string[] =>
  [
    value,
    encodeURIComponent(value),
    JSON.stringify(value).slice(1, -1),
    // Without the last characters, which depend on the bytes that follow.
    Buffer.from(value).toString('base64').replace(/.=*$/, ''),
    Buffer.from(value).toString('base64url').slice(0, -1),
    Buffer.from(value).toString('hex'),
  ].map((form) => form.toLowerCase())
