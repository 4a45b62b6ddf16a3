'use client'
/** Compares the customer's declared data with the document's. Empty before the reveal. */
import { Check, CircleX, TriangleAlert } from 'lucide-react'
import { documentTypeName, entryFor, inWords } from '@/components/admin/words'
import { Fact, Panel } from '@/components/ui/card'
import { cn } from '@/components/ui/cn'
import { dateText } from '@/components/ui/utc-time'
import type { RevealedIdentity } from '@/lib/back-office/revealed'
import { useReveal } from './use-reveal'

export function IdentityPanel() {
  const { revealed } = useReveal()
  if (!revealed) return null
  return (
    <div className="print:hidden">
      <Panel title="Identity">
        {revealed.identity ? (
          <IdentityTable fields={compareIdentity(revealed.identity)} />
        ) : (
          <p className="text-sm/6 text-muted-foreground">This check has no identity.</p>
        )}
      </Panel>
    </div>
  )
}

/** The personal fields of our own form. A reveal fetches them together with the identity. */
export function PersonalFacts({ names }: { names: readonly string[] }) {
  const { revealed } = useReveal()
  return names.map((name) => (
    <Fact key={name} label={inWords(name)}>
      <span
        dir="auto"
        className={cn('whitespace-pre-line', revealed ? 'print:hidden' : 'text-subtle-foreground')}
      >
        {revealed
          ? revealed.personal.find((field) => field.name === name)?.value
          : 'Shown with the identity'}
      </span>
    </Fact>
  ))
}

function IdentityTable({ fields }: { fields: ComparedField[] }) {
  return (
    <table className="-mx-2 w-[calc(100%+1rem)] table-fixed text-left text-sm/5 max-sm:block">
      <thead className="text-xs/5 text-subtle-foreground max-sm:sr-only">
        <tr>
          <th scope="col" className={cn(CELL, 'w-28 font-normal')}>
            Field
          </th>
          <th scope="col" className={cn(CELL, 'font-normal')}>
            Declared
          </th>
          <th scope="col" className={cn(CELL, 'font-normal')}>
            On document
          </th>
        </tr>
      </thead>
      <tbody className="max-sm:block">
        {fields.map(({ name, declared, document, mark }) => (
          <tr key={name} className={cn(ROW, mark === 'differs' && 'bg-warning-soft/50')}>
            <th scope="row" className={cn(CELL, 'font-normal text-subtle-foreground')}>
              {fieldName(name)}
            </th>
            <td className={cn(CELL, declared === null && 'max-sm:hidden')}>
              <Side>Declared</Side>
              <Value text={declared} />
            </td>
            <td className={cn(CELL, document === null && 'max-sm:hidden')}>
              {declared !== null && <Side>On document</Side>}
              <Value text={document} />
              {mark && <Mark mark={mark} />}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** On a phone, the declared value is above the document's. A value without a heading is the document's. */
const ROW = 'border-t border-border/70 max-sm:grid max-sm:grid-cols-[6.5rem_minmax(0,1fr)]'
const CELL = 'px-2 py-1.5 align-top break-words max-sm:nth-3:col-start-2'

const Side = ({ children }: { children: string }) => (
  <span aria-hidden="true" className="block text-xs/4 text-subtle-foreground sm:hidden">
    {children}
  </span>
)

const Value = ({ text }: { text: string | null }) =>
  text === null ? (
    <span className="text-subtle-foreground">
      <span aria-hidden="true">–</span>
      <span className="sr-only">Not given</span>
    </span>
  ) : (
    <span translate="no">{text}</span>
  )

const MARKS = {
  same: { icon: Check, text: 'Same', look: 'text-success' },
  differs: { icon: TriangleAlert, text: 'Differs', look: 'text-warning' },
  expired: { icon: CircleX, text: 'Expired', look: 'text-destructive' },
} as const

function Mark({ mark }: { mark: keyof typeof MARKS }) {
  const { icon: Icon, text, look } = MARKS[mark]
  return (
    <span className={cn('flex items-center gap-1 font-medium', look)}>
      <Icon aria-hidden="true" className="size-4 shrink-0" />
      <span>{text}</span>
    </span>
  )
}

interface ComparedField {
  /** The service's name for the field, such as `fullName`. Parts of the address look like `address.city`. */
  name: string
  /** The values as shown. */
  declared: string | null
  document: string | null
  /** Null if only one side has the field, or the values can't be compared. */
  mark: keyof typeof MARKS | null
}

/** Short names, in a reviewer's reading order. Other fields follow in the order received (N14). */
const NAMES: Readonly<Record<string, string>> = {
  fullName: 'Name',
  country: 'Country',
  dateOfBirth: 'Born',
  sex: 'Sex',
  documentType: 'Document',
  documentNumber: 'Number',
  dateOfIssue: 'Issued',
  dateOfExpiry: 'Expires',
  address: 'Address',
  'address.postalCode': 'Postcode',
}
const fieldName = (name: string): string =>
  entryFor(NAMES, name) ?? inWords(name.replace(/^address\./, ''))

export function compareIdentity(identity: RevealedIdentity): ComparedField[] {
  const toMap = (fields: RevealedIdentity['declared']) =>
    new Map(fields.map(({ name, value }) => [name, value]))
  const [declared, document] = [toMap(identity.declared), toMap(identity.document)]
  for (const { name, value } of identity.address) {
    // The document names its country only in its address.
    if (name === 'country') document.set(name, document.get(name) ?? value)
    // A single-line address already contains its parts.
    else if (!toMap(identity.document).has('address')) document.set(`address.${name}`, value)
  }
  const names = new Set([...Object.keys(NAMES), ...document.keys(), ...declared.keys()])
  return [...names].flatMap((name) => {
    const [one, other] = [declared.get(name), document.get(name)]
    if (one === undefined && other === undefined) return []
    const mark = markOf(name, one, other)
    return { name, declared: readable(name, one), document: readable(name, other), mark }
  })
}

function markOf(name: string, declared?: string, document?: string): ComparedField['mark'] {
  if (document === undefined) return null
  const expiry = name === 'dateOfExpiry' ? parseDocumentDate(document) : null
  if (expiry && expiry.getTime() < Date.now()) return 'expired'
  if (declared === undefined) return null
  if (plain(readable(name, declared)) === plain(readable(name, document))) return 'same'
  // The document may name its country in any language, so a difference proves nothing.
  return name === 'country' && !isCode(document) ? null : 'differs'
}

/** Removes differences that don't matter in a comparison: case, accents, punctuation and spaces. */
const plain = (text: string | null): string =>
  (text ?? '')
    .normalize('NFKD')
    .replace(/[^\p{Letter}\p{Number}\s-]/gu, '')
    .replace(/[\s-]+/g, ' ')
    .trim()
    .toLowerCase()

function readable(name: string, value: string | undefined): string | null {
  if (value === undefined) return null
  const date = parseDocumentDate(value)
  if (date) return dateText(date)
  if (name === 'country') return countryName(value)
  return name === 'documentType' ? documentTypeName(value.toLowerCase()) : value
}

const isCode = (text: string): boolean => /^[a-z]{2}$/i.test(text.trim())

/** The country's name (S4), or the text itself if it isn't a country code. */
function countryName(text: string): string {
  if (!isCode(text)) return text
  const code = text.trim().toUpperCase()
  return new Intl.DisplayNames('en', { type: 'region' }).of(code) ?? code
}

const DOCUMENT_DATE = /^(\d{2})-(\d{2})-(\d{4})$/

/** Parses a document's date (S5), day first. Null for any other format, which the screen shows unchanged. */
export function parseDocumentDate(text: string): Date | null {
  const [, day, month, year] = DOCUMENT_DATE.exec(text) ?? []
  if (day === undefined) return null
  const date = new Date(`${year}-${month}-${day}T00:00:00Z`)
  return Number.isNaN(date.getTime()) || date.getUTCDate() !== Number(day) ? null : date
}
