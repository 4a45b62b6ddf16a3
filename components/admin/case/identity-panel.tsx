'use client'
import { Check, CircleX, TriangleAlert } from 'lucide-react'
import { useLocale, useTranslations } from 'next-intl'
import { inWords } from '@/components/admin/in-words'
import { documentTypeName } from '@/components/admin/reveal/document-pages'
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
  const { access, revealed } = useCaseReveal()
  if (access !== 'allowed') return null
  return (
    <>
      {revealed !== null && (
        <div className="print:hidden">
          <Panel title={t('identity')}>
            {revealed.identity === null ? (
              <p className="text-sm/6 text-ink-soft">{t('noIdentity')}</p>
            ) : (
              <IdentityTable fields={compareIdentity(revealed.identity)} />
            )}
          </Panel>
        </div>
      )}
      <p className="hidden text-sm print:block">{t('notPrinted')}</p>
    </>
  )
}

function IdentityTable({ fields }: { fields: ComparedField[] }) {
  const t = useTranslations('StaffCase')
  return (
    <table className="w-full table-fixed text-left text-sm/5">
      <thead className="text-xs/5 text-ink-faint max-sm:sr-only">
        <tr>
          <th scope="col" className="w-20 pb-1.5 font-normal">
            {t('field')}
          </th>
          <th scope="col" className="pb-1.5 font-normal">
            {t('declared')}
          </th>
          <th scope="col" className="pb-1.5 font-normal">
            {t('onDocument')}
          </th>
          <th scope="col" className="w-25 pb-1.5 font-normal">
            {t('match')}
          </th>
        </tr>
      </thead>
      <tbody>
        {fields.map((field) => (
          <IdentityRow key={field.name} field={field} />
        ))}
      </tbody>
    </table>
  )
}

/** The differing fields in one line, for the picture window that covers the table. */
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
          <span translate="no">
            {declared} / {document}
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

/** On a narrow screen, the two values are stacked next to the field's name. */
function IdentityRow({ field }: { field: ComparedField }) {
  const t = useTranslations('StaffCase')
  const fieldName = useFieldName()
  const { name, declared, document, match } = field
  const cell =
    'min-w-0 py-1.5 pr-3 align-top break-words max-sm:col-start-2 max-sm:block max-sm:p-0 max-sm:empty:hidden'
  return (
    <tr
      className={`border-t border-line/70 max-sm:-mx-2 max-sm:grid max-sm:grid-cols-[5.5rem_minmax(0,1fr)] max-sm:gap-x-2 max-sm:px-2 max-sm:py-1.5 ${match === 'differs' ? 'bg-warn-soft/50' : ''}`}
    >
      <th
        scope="row"
        className={`${cell} font-normal text-ink-faint max-sm:col-start-1! max-sm:row-span-3`}
      >
        {fieldName(name)}
      </th>
      {/* An email address needs the width of both columns. */}
      <td className={cell} colSpan={document === null ? 2 : 1}>
        {declared !== null && <Side label={t('declared')} field={field} side="declared" />}
      </td>
      {document !== null && (
        <td className={cell}>
          <Side label={t('onDocument')} field={field} side="document" />
        </td>
      )}
      <td className={`${cell} pr-0!`}>
        <MatchMark
          match={match}
          isExpired={isExpired(field)}
          hasBoth={declared !== null && document !== null}
        />
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
  const isFromDocumentOnly = side === 'document' && field.declared === null
  return (
    <>
      <span
        className={`mr-2 text-xs text-ink-faint sm:hidden ${isFromDocumentOnly ? 'sr-only' : ''}`}
      >
        {label}
      </span>
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
  // An email address has no other place to break.
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

interface MatchMarkProps {
  match: Match
  isExpired: boolean
  hasBoth: boolean
}

function MatchMark({ match, isExpired, hasBoth }: MatchMarkProps) {
  const t = useTranslations('StaffCase')
  const mark = 'inline-flex items-center gap-1 whitespace-nowrap'
  if (isExpired)
    return (
      <span className={`${mark} font-medium text-bad`}>
        <CircleX aria-hidden="true" className="size-4 shrink-0" />
        {t('documentExpired')}
      </span>
    )
  if (match === 'same')
    return (
      <span className={`${mark} text-good`}>
        <Check aria-hidden="true" className="size-4 shrink-0" />
        {t('matches.same')}
      </span>
    )
  if (match === 'differs')
    return (
      <span className={`${mark} font-medium text-warn`}>
        <TriangleAlert aria-hidden="true" className="size-4 shrink-0" />
        {t('matches.differs')}
      </span>
    )
  if (hasBoth)
    return (
      <span title={t('matches.not_compared_why')} className="text-ink-faint">
        {t('matches.not_compared')}
      </span>
    )
  return (
    <>
      <span aria-hidden="true" className="text-ink-faint max-sm:hidden">
        –
      </span>
      <span className="sr-only">{t('matches.one_side')}</span>
    </>
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
