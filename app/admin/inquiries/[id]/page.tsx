import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { NextIntlClientProvider } from 'next-intl'
import { getMessages } from 'next-intl/server'
import { z } from 'zod'
import { DecisionPanel } from '@/components/admin/inquiries/decision-panel'
import { FollowInquiry } from '@/components/admin/inquiries/follow-inquiry'
import { OpenPanel } from '@/components/admin/inquiries/open-panel'
import { Panel } from '@/components/admin/inquiries/panel'
import { RefreshStatus } from '@/components/admin/inquiries/refresh-button'
import { Timeline } from '@/components/admin/inquiries/timeline'
import { RevealPanel } from '@/components/admin/reveal/reveal-panel'
import { StaffShell } from '@/components/admin/shell/staff-shell'
import { requireStaff } from '@/lib/auth'
import { getInquiryDetail } from '@/lib/back-office/inquiry-detail'
import type { InquiryDetail } from '@/lib/back-office/views'
import { isDecision } from '@/lib/inquiries/status'
import { can } from '@/lib/staff'
import { productName } from '@/site'
import { requestRevealAction } from '../../reveals/actions'
import { refreshStatusAction } from './actions'

export const metadata: Metadata = { title: 'Inquiry' }

export default async function InquiryPage({ params }: PageProps<'/admin/inquiries/[id]'>) {
  const staff = await requireStaff('inquiries.view')
  const id = z.guid().safeParse((await params).id)
  const inquiry = id.success ? await getInquiryDetail(staff, id.data) : null
  if (!inquiry) notFound()
  const { Reveals } = await getMessages()
  return (
    <StaffShell
      staff={staff}
      current="inquiries"
      title={productName(inquiry.product)}
      lead={<span className="font-mono text-sm break-all">{inquiry.referenceId}</span>}
      actions={
        can(staff, 'inquiries.refresh') && (
          <RefreshStatus action={refreshStatusAction.bind(null, inquiry.id)} />
        )
      }
    >
      <FollowInquiry settled={isSettled(inquiry)} />
      <div className="grid items-start gap-5 xl:grid-cols-[1.6fr_1fr]">
        <div className="grid min-w-0 gap-5">
          <DecisionPanel inquiry={inquiry} />
          <NextIntlClientProvider messages={{ Reveals }}>
            <RevealPanel
              id={inquiry.id}
              status={inquiry.status}
              mayReveal={can(staff, 'documents.reveal')}
              opened={inquiry.inquiryId !== null}
              request={requestRevealAction}
            />
          </NextIntlClientProvider>
          <OpenPanel inquiry={inquiry} />
        </div>
        <Panel title="Timeline">
          <Timeline entries={inquiry.timeline} />
        </Panel>
      </div>
    </StaffShell>
  )
}

/** Whether no further change is expected, so that the page can stop polling. */
const isSettled = ({ status, reportedStatus, ...inquiry }: InquiryDetail): boolean =>
  inquiry.nextReadAt === null ||
  (isDecision(status) &&
    reportedStatus === null &&
    (inquiry.grantedAt === null || inquiry.accountOpenedAt !== null))
