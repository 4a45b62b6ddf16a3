'use client'
import { Check, CircleX, TriangleAlert } from 'lucide-react'
import { useLocale, useTranslations } from 'next-intl'
import { inWords } from '@/components/admin/in-words'
import { documentTypeName } from '@/components/admin/reveal/document-pages'
import { hasEvidence } from '@/components/admin/reveal/evidence'
import { useCaseReveal } from '@/components/admin/reveal/reveal-context'
import { dateText } from '@/components/ui/utc-time'
import {
  type ComparedField,
  compareIdentity,
  countryName,
  FIELD_ORDER,
  type Match,
  markDifferences,
  parseDocumentDate,
} from './compare-identity'
import { Panel } from './panel'

/** What the customer declared, what the document says, and whether they agree. Shown only while revealed, never printed. */
export function IdentityPanel() {
  const t = useTranslations('StaffCase')
  const { status, revealed } = useCaseReveal()
  if (revealed === null || (status === 'DECLINED' && !hasEvidence(revealed))) return null
  return (
    <div className="print:hidden">
      <Panel title={t('identity')}>
        {revealed.identity === null ? (
          <p className="text-sm/6 text-ink-soft">{t('noIdentity')}</p>
        ) : (
          <div className="@container">
            <IdentityTable fields={compareIdentity(revealed.identity)} />
          </div>
        )}
      </Panel>
    </div>
  )
}

/** Compares the fields that both sides have. The rest follow, grouped by the side that has them. */
function IdentityTable({ fields }: { fields: ComparedField[] }) {
  const t = useTranslations('StaffCase')
  const compared = fields.filter(({ declared, document }) => declared !== null && document !== null)
  const oneSided = [
    { title: t('onlyOnDocument'), fields: fields.filter(({ declared }) => declared === null) },
    { title: t('onlyDeclared'), fields: fields.filter(({ document }) => document === null) },
  ]
  return (
    <table
      data-values={lengthOf(compared)}
      className="-mx-2 w-[calc(100%+1rem)] table-fixed text-left text-sm/5 stacked:mx-0 stacked:block stacked:w-full"
    >
      <thead
        className={`text-xs/5 text-ink-faint ${compared.length > 0 ? 'stacked:sr-only' : 'sr-only'}`}
      >
        <tr>
          <th scope="col" className="w-22 pb-1.5 pl-2 font-normal">
            {t('field')}
          </th>
          <th scope="col" className="pb-1.5 font-normal">
            {t('declared')}
          </th>
          <th scope="col" className="pb-1.5 font-normal">
            {t('onDocument')}
          </th>
          <th scope="col" className="w-27 pr-2 pb-1.5 font-normal">
            {t('match')}
          </th>
        </tr>
      </thead>
      <tbody className="stacked:block">
        {compared.map((field) => (
          <IdentityRow key={field.name} field={field} />
        ))}
      </tbody>
      {oneSided.map(
        (group) =>
          group.fields.length > 0 && (
            <tbody key={group.title} className="stacked:block">
              <tr className="stacked:block">
                <th
                  scope="rowgroup"
                  colSpan={4}
                  className="border-t border-line/70 px-2 pt-4 pb-1.5 text-xs/5 font-normal text-ink-faint stacked:block stacked:px-0"
                >
                  {group.title}
                </th>
              </tr>
              {group.fields.map((field) => (
                <OneSidedRow key={field.name} field={field} />
              ))}
            </tbody>
          ),
      )}
    </table>
  )
}

/** About how many characters fit on a line when the two values are side by side, in a narrow and in a wide panel. */
const LINE_IN_NARROW = 18
const LINE_IN_WIDE = 34

function lengthOf(compared: readonly ComparedField[]): 'short' | 'long' | 'very-long' {
  const values = compared.flatMap(({ declared, document }) => [declared ?? '', document ?? ''])
  if (values.every((value) => fitsTwoLines(value, LINE_IN_NARROW))) return 'short'
  return values.every((value) => fitsTwoLines(value, LINE_IN_WIDE)) ? 'long' : 'very-long'
}

const fitsTwoLines = (value: string, line: number): boolean =>
  value.length <= 2 * line && value.split(' ').every((word) => word.length <= line)

function OneSidedRow({ field }: { field: ComparedField }) {
  const fieldName = useFieldName()
  const { name, declared, document } = field
  return (
    <tr className="border-t border-line/70 stacked:grid stacked:grid-cols-[5.5rem_minmax(0,1fr)] stacked:gap-x-2">
      <th
        scope="row"
        className="py-1.5 pr-3 pl-2 align-top font-normal text-ink-faint stacked:pl-0"
      >
        {fieldName(name)}
      </th>
      <td colSpan={3} className="py-1.5 pr-2 align-top break-words stacked:pr-0">
        <span className="flex flex-wrap gap-x-3">
          <Value name={name} text={document ?? declared ?? ''} />
          {isExpired(field) && <Expired />}
        </span>
      </td>
    </tr>
  )
}

/** The differing fields in one line, for the full-window viewer, which covers the table. It breaks between the two sides. */
export function DifferencesLine({ className }: { className: string }) {
  const t = useTranslations('StaffCase')
  const fieldName = useFieldName()
  const identity = useCaseReveal().revealed?.identity
  const differing = identity
    ? compareIdentity(identity).filter(({ match }) => match === 'differs')
    : []
  return (
    <p className={className}>
      {differing.map(({ name, declared, document }) => (
        <span key={name} className="mr-4">
          <span className="font-medium text-warn">
            {t('fieldDiffers', { field: fieldName(name) })}
          </span>{' '}
          <span className="text-ink-faint">
            {t.rich('bothSides', {
              declared: declared ?? '',
              document: document ?? '',
              side: (text) => <span className="inline-block max-w-full">{text}</span>,
              value: (text) => (
                <span translate="no" className="text-ink">
                  {text}
                </span>
              ),
            })}
          </span>
        </span>
      ))}
    </p>
  )
}

function useFieldName() {
  const t = useTranslations('StaffCase')
  return (name: string): string =>
    isNamed(name)
      ? t(`fields.${name.replace('address.', 'address_') as FieldKey}`)
      : inWords(name.replace(/^address\./, ''))
}

/** On a narrow screen or with long values, the two are stacked next to the field's name. */
function IdentityRow({ field }: { field: ComparedField }) {
  const t = useTranslations('StaffCase')
  const fieldName = useFieldName()
  const { name, match } = field
  const cell =
    'min-w-0 py-1.5 pr-3 align-top break-words stacked:col-start-2 stacked:block stacked:p-0 stacked:empty:hidden'
  return (
    <tr
      className={`border-t border-line/70 stacked:grid stacked:grid-cols-[5.5rem_minmax(0,1fr)] stacked:gap-x-2 stacked:gap-y-1 stacked:py-1.5 ${match === 'differs' ? 'bg-warn-soft/50 stacked:-mx-2 stacked:px-2' : ''}`}
    >
      <th
        scope="row"
        className={`${cell} pl-2 font-normal text-ink-faint stacked:col-start-1! stacked:row-span-3`}
      >
        {fieldName(name)}
      </th>
      <td className={cell}>
        <Side label={t('declared')} field={field} side="declared" />
      </td>
      <td className={cell}>
        <Side label={t('onDocument')} field={field} side="document" />
      </td>
      <td className={`${cell} pr-2! stacked:pr-0!`}>
        {isExpired(field) ? <Expired /> : <MatchMark match={match} />}
      </td>
    </tr>
  )
}

function Side({
  label,
  field,
  side,
}: {
  label: string
  field: ComparedField
  side: 'declared' | 'document'
}) {
  const text = field[side] ?? ''
  const other = field[side === 'declared' ? 'document' : 'declared'] ?? ''
  return (
    <>
      <span className="hidden text-xs/5 text-ink-faint stacked:block">{label}</span>
      {field.match === 'differs' ? (
        <span translate="no">
          {markDifferences(text, other).map(({ text: piece, isOnlyHere }, index) =>
            isOnlyHere ? (
              // biome-ignore lint/suspicious/noArrayIndexKey: the words of a text are never reordered
              <mark key={index} className="rounded-xs bg-warn-soft font-medium text-warn">
                {piece}
              </mark>
            ) : (
              piece
            ),
          )}
        </span>
      ) : (
        <Value name={field.name} text={text} />
      )}
    </>
  )
}

function Value({ name, text }: { name: string; text: string }) {
  const t = useTranslations('StaffCase')
  const locale = useLocale()
  const date = parseDocumentDate(text)
  if (date) return <time dateTime={date.toISOString().slice(0, 10)}>{dateText(date, locale)}</time>
  const country = name === 'country' ? countryName(text, locale) : text
  if (country !== text) return country
  if (name === 'documentType')
    return documentTypeName(text.toLowerCase(), { type: (type) => t(`documentTypes.${type}`) })
  // Lets a long email address wrap.
  const [local, ...domain] = text.split('@')
  return (
    <span translate="no">
      {local}
      {domain.length > 0 && (
        <>
          @<wbr />
          {domain.join('@')}
        </>
      )}
    </span>
  )
}

const MARK = 'inline-flex items-center gap-1 whitespace-nowrap'

function MatchMark({ match }: { match: Match }) {
  const t = useTranslations('StaffCase')
  if (match === 'same')
    return (
      <span className={`${MARK} text-good`}>
        <Check aria-hidden="true" className="size-4 shrink-0" />
        {t('matches.same')}
      </span>
    )
  if (match === 'differs')
    return (
      <span className={`${MARK} font-medium text-warn`}>
        <TriangleAlert aria-hidden="true" className="size-4 shrink-0" />
        {t('matches.differs')}
      </span>
    )
  return (
    <span className="text-ink-faint">
      {t('matches.not_compared')}
      <span className="block text-xs/4">{t('freeText')}</span>
    </span>
  )
}

function Expired() {
  const t = useTranslations('StaffCase')
  return (
    <span className={`${MARK} font-medium text-bad`}>
      <CircleX aria-hidden="true" className="size-4 shrink-0" />
      {t('documentExpired')}
    </span>
  )
}

function isExpired({ name, document }: ComparedField): boolean {
  const date = name === 'dateOfExpiry' && document !== null ? parseDocumentDate(document) : null
  return date !== null && date.getTime() < Date.now()
}

const NAMED = [
  ...FIELD_ORDER,
  'email',
  'phone',
  'address.street',
  'address.city',
  'address.state',
  'address.postalCode',
] as const
type FieldKey =
  | Exclude<(typeof NAMED)[number], `address.${string}`>
  | 'address_street'
  | 'address_city'
  | 'address_state'
  | 'address_postalCode'
const isNamed = (name: string): name is (typeof NAMED)[number] => NAMED.some((one) => one === name)
