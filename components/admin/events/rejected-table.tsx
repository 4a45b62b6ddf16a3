import { useTranslations } from 'next-intl'
import { Fragment, type ReactNode } from 'react'
import { CopyText } from '@/components/admin/copy-text'
import { DataTable } from '@/components/admin/data-table'
import { ColumnTime } from '@/components/ui/utc-time'
import type { RejectedDeliveryItem } from '@/lib/back-office/views'
import { useRejectionText } from './rejection-text'

interface RejectedTableProps {
  deliveries: RejectedDeliveryItem[]
  empty: ReactNode
}

export function RejectedTable({ deliveries, empty }: RejectedTableProps) {
  const t = useTranslations('StaffEvents')
  const rejectionText = useRejectionText()
  return (
    <DataTable
      label={t('rejectedTitle')}
      items={deliveries}
      columns={[
        {
          label: t('columns.reason'),
          cell: ({ reason, count }) => {
            const { title, meaning, fix, pointers } = rejectionText(reason)
            return (
              <>
                <span className="font-medium">{title}</span>
                {count > 1 && (
                  <span className="text-ink-faint"> · {t('deliveries', { count })}</span>
                )}
                {meaning && <span className="mt-0.5 block max-w-xl text-ink-soft">{meaning}</span>}
                <details className="mt-1.5 max-w-2xl text-[0.8125rem]/5 text-ink-soft max-md:mb-1">
                  <summary className="-ml-1 w-fit rounded-md py-1 pr-2 pl-1 font-medium hover:bg-sunken">
                    {t('passOn')}
                  </summary>
                  <p className="mt-1 text-pretty">{fix}</p>
                  {pointers.map(({ verb, name }) => (
                    <p key={name} className="mt-1.5 flex items-start gap-x-2 max-md:flex-wrap">
                      <span className="shrink-0 leading-6 max-md:basis-full">
                        {t(`pointers.${verb}`)}
                      </span>
                      {/* All of it can be read, on two lines if need be. They break only between words, not after a hyphen. */}
                      <code
                        translate="no"
                        className="min-w-0 rounded-md bg-sunken px-1.5 font-mono text-xs/6 break-words text-ink-soft max-md:flex-1"
                      >
                        {name.split(' ').map((word, index) => (
                          <Fragment key={word}>
                            {index > 0 && ' '}
                            <span className="inline-block max-w-full">{word}</span>
                          </Fragment>
                        ))}
                      </code>
                      <CopyText text={name} name={name} isInSight />
                    </p>
                  ))}
                </details>
              </>
            )
          },
        },
        {
          label: t('columns.received'),
          phone: 'start',
          cell: ({ receivedAt }) => (
            <span className="max-md:text-xs/6 max-md:text-ink-faint">
              <ColumnTime toSecond iso={receivedAt} />
            </span>
          ),
        },
        {
          label: t('columns.bytes'),
          from: 'lg',
          phone: 'hide',
          cell: ({ bodyBytes }) => (
            <span className="whitespace-nowrap tabular-nums">
              {bodyBytes === null ? t('notRead') : t('size', { bytes: bodyBytes })}
            </span>
          ),
        },
        {
          label: t('columns.delivery'),
          phone: 'end',
          cell: ({ deliveryId }) => (
            <span className="inline-flex items-center gap-0.5 whitespace-nowrap text-ink-faint">
              {deliveryId === null ? (
                <span className="max-md:text-xs">{t('noDelivery')}</span>
              ) : (
                <span className="max-md:text-xs">
                  <span className="max-[24rem]:sr-only md:hidden">{t('columns.delivery')} </span>
                  <span translate="no" className="font-mono text-xs">
                    …{deliveryId.slice(-6)}
                  </span>
                </span>
              )}
              <CopyText text={deliveryId} name={t('columns.delivery')} isInSight />
            </span>
          ),
        },
      ]}
      empty={empty}
    />
  )
}
