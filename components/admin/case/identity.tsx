'use client'
import { Check, CircleX, TriangleAlert } from 'lucide-react'
import { documentTypeName, entryFor, inWords } from '@/components/admin/words'
import { Fact, Panel } from '@/components/ui/card'
import { cn } from '@/components/ui/cn'
import { dateText } from '@/components/ui/utc-time'
import {
  type ComparedField,
  compareIdentity,
  countryName,
  markDifferences,
  parseDocumentDate,
} from './compare-identity'
import { useReveal } from './use-reveal'

const NAMES: Readonly<Record<string, string>> = {
  fullName: 'Name',
  dateOfBirth: 'Born',
  documentType: 'Document',
  documentNumber: 'Number',
  dateOfIssue: 'Issued',
  dateOfExpiry: 'Expires',
  'address.postalCode': 'Postcode',
}
const fieldName = (name: string): string =>
  entryFor(NAMES, name) ?? inWords(name.replace(/^address\./, ''))

/** What the customer declared, what the document says, and whether they agree. Nothing before the reveal. */
export function IdentityPanel() {
  const { revealed } = useReveal()
  if (!revealed) return null
  return (
    <Panel title="Identity">
      {revealed.identity ? (
        <IdentityTable fields={compareIdentity(revealed.identity)} />
      ) : (
        <p className="text-sm/6 text-muted-foreground">
          The service provides no identity with this status.
        </p>
      )}
    </Panel>
  )
}

/** One line for each field that differs, or what is left to compare. */
export function Differences() {
  const { revealed } = useReveal()
  const fields = revealed?.identity ? compareIdentity(revealed.identity) : []
  const differing = fields.filter(({ match }) => match === 'differs')
  if (differing.length === 0)
    return <p className="text-muted-foreground">Compare the faces, and what the document says.</p>
  return differing.map((field) => (
    <p key={field.name} className="break-words text-muted-foreground">
      <span className="font-medium text-warning">{fieldName(field.name)} differs:</span>
      <span> declared </span>
      <span className="text-foreground">
        <Value field={field} side="declared" />
      </span>
      <span>, on the document </span>
      <span className="text-foreground">
        <Value field={field} side="document" />
      </span>
    </p>
  ))
}

/** What the applicant entered in our own form about their person. It comes with the identity. */
export function PersonalFacts({ names }: { names: readonly string[] }) {
  const { revealed } = useReveal()
  return names.map((name) => (
    <Fact key={name} label={inWords(name)}>
      <span className={cn('whitespace-pre-line', !revealed && 'text-subtle-foreground')}>
        {revealed
          ? revealed.personal.find((field) => field.name === name)?.value
          : 'Shown with the identity'}
      </span>
    </Fact>
  ))
}

/** Compares the fields that both sides have. The rest follow, grouped by the side that has them. */
function IdentityTable({ fields }: { fields: ComparedField[] }) {
  const compared = fields.filter(({ declared, document }) => declared !== null && document !== null)
  const oneSided = [
    { title: 'Only on the document', of: fields.filter(({ declared }) => declared === null) },
    { title: 'Only declared', of: fields.filter(({ document }) => document === null) },
  ]
  return (
    <table className="-mx-2 w-[calc(100%+1rem)] table-fixed text-left text-sm/5 max-sm:block">
      <thead
        className={cn(
          'text-xs/5 text-subtle-foreground max-sm:sr-only',
          compared.length === 0 && 'sr-only',
        )}
      >
        <tr>
          <th scope="col" className={cn(CELL, 'w-24 font-normal')}>
            Field
          </th>
          <th scope="col" className={cn(CELL, 'font-normal')}>
            Declared
          </th>
          <th scope="col" className={cn(CELL, 'font-normal')}>
            On document
          </th>
          <th scope="col" className={cn(CELL, 'w-31 font-normal')}>
            Match
          </th>
        </tr>
      </thead>
      <tbody className="max-sm:block">
        {compared.map((field) => (
          <tr
            key={field.name}
            className={cn(ROW, field.match === 'differs' && 'bg-warning-soft/50')}
          >
            <FieldName name={field.name} />
            <td className={cn(CELL, SIDE)}>
              <SideName>Declared</SideName>
              <Value field={field} side="declared" />
            </td>
            <td className={cn(CELL, SIDE)}>
              <SideName>On document</SideName>
              <Value field={field} side="document" />
            </td>
            <td className={cn(CELL, 'max-sm:col-start-2 max-sm:row-start-1')}>
              <Match field={field} />
            </td>
          </tr>
        ))}
      </tbody>
      {oneSided.map(
        ({ title, of }) =>
          of.length > 0 && (
            <tbody key={title} className="max-sm:block">
              <tr className="max-sm:block">
                <th
                  scope="rowgroup"
                  colSpan={4}
                  className="border-t border-border/70 px-2 pt-4 pb-1.5 text-xs/5 font-normal text-subtle-foreground max-sm:block"
                >
                  {title}
                </th>
              </tr>
              {of.map((field) => (
                <tr key={field.name} className={ROW}>
                  <FieldName name={field.name} />
                  <td colSpan={3} className={CELL}>
                    <Value field={field} side={field.document === null ? 'declared' : 'document'} />
                    {isExpired(field) && <Expired />}
                  </td>
                </tr>
              ))}
            </tbody>
          ),
      )}
    </table>
  )
}

/** On a phone, what was declared is above what the document says. */
const ROW = 'border-t border-border/70 max-sm:grid max-sm:grid-cols-[6rem_minmax(0,1fr)]'
const CELL = 'px-2 py-1.5 align-top break-words'
const SIDE = 'max-sm:col-span-full max-sm:grid max-sm:grid-cols-[6rem_minmax(0,1fr)] max-sm:pt-0'
const MARK = 'flex items-center gap-1'

function FieldName({ name }: { name: string }) {
  return (
    <th scope="row" className={cn(CELL, 'font-normal text-subtle-foreground')}>
      {fieldName(name)}
    </th>
  )
}

const SideName = ({ children }: { children: string }) => (
  <span aria-hidden="true" className="text-subtle-foreground sm:hidden">
    {children}
  </span>
)

function Value({ field, side }: { field: ComparedField; side: 'declared' | 'document' }) {
  const { name, match } = field
  const text = field[side] ?? ''
  if (match === 'differs') {
    const other = field[side === 'declared' ? 'document' : 'declared'] ?? ''
    return (
      <span translate="no">
        {markDifferences(text, other).map(({ text: piece, isOnlyHere }, index) =>
          isOnlyHere ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: the words of a text are never reordered
            <mark key={index} className="rounded-xs bg-warning-soft font-medium text-warning">
              {piece}
            </mark>
          ) : (
            piece
          ),
        )}
      </span>
    )
  }
  const date = parseDocumentDate(text)
  if (date) return <time dateTime={date.toISOString().slice(0, 10)}>{dateText(date)}</time>
  if (name === 'country') return countryName(text, 'en')
  if (name === 'documentType') return documentTypeName(text.toLowerCase())
  return <span translate="no">{text}</span>
}

/** Nothing if the two can't be compared, as with a country's code and its name. */
function Match({ field }: { field: ComparedField }) {
  if (isExpired(field)) return <Expired />
  if (field.match === 'same')
    return (
      <span className={cn(MARK, 'text-success')}>
        <Check aria-hidden="true" className="size-4 shrink-0" />
        <span>Same</span>
      </span>
    )
  if (field.match === 'differs')
    return (
      <span className={cn(MARK, 'font-medium text-warning')}>
        <TriangleAlert aria-hidden="true" className="size-4 shrink-0" />
        <span>Differs</span>
      </span>
    )
  return <span className="block text-subtle-foreground">Not compared</span>
}

function Expired() {
  return (
    <span className={cn(MARK, 'font-medium text-destructive')}>
      <CircleX aria-hidden="true" className="size-4 shrink-0" />
      <span>Expired</span>
    </span>
  )
}

function isExpired({ name, document }: ComparedField): boolean {
  const date = name === 'dateOfExpiry' && document !== null ? parseDocumentDate(document) : null
  return date !== null && date.getTime() < Date.now()
}
