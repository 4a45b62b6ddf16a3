/** One inquiry, in a reviewer's reading order: next step, documents, identity, application, timeline, ids. */
import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { z } from 'zod'
import { Decision } from '@/components/admin/case/decision'
import { DocumentsPanel } from '@/components/admin/case/documents'
import { ApplicationPanel, SupportPanel } from '@/components/admin/case/facts'
import { CaseHeader } from '@/components/admin/case/header'
import { IdentityPanel } from '@/components/admin/case/identity'
import { RefreshStatus } from '@/components/admin/case/refresh-status'
import { TimelinePanel } from '@/components/admin/case/timeline'
import { RevealProvider } from '@/components/admin/case/use-reveal'
import { RefreshWhileVisible } from '@/components/admin/refresh-while-visible'
import { getInquiryDetail } from '@/lib/back-office/inquiry-detail'
import { can } from '@/lib/roles'
import { env } from '@/lib/runtime/env'
import { requireStaff } from '@/lib/staff/auth'
import { productName } from '@/site'
import { StaffPage } from '../../staff-page'
import { markBlockedAction, refreshStatusAction } from './actions'

/** The title has no reference, because the browser's history and a shared screen show titles. */
export const metadata: Metadata = { title: 'Inquiry' }

export default async function InquiryPage(props: PageProps<'/admin/inquiries/[id]'>) {
  const staff = await requireStaff('/admin/inquiries')
  const id = z.guid().safeParse((await props.params).id)
  const inquiry = id.success ? await getInquiryDetail(staff, id.data) : null
  if (!inquiry) notFound()

  const now = new Date()
  const mayReveal = can(staff, 'documents.reveal')
  return (
    <RevealProvider key={inquiry.id} id={inquiry.id}>
      <StaffPage
        staff={staff}
        section="Inquiries"
        header={
          <CaseHeader
            inquiry={inquiry}
            product={productName(inquiry.product, 'en')}
            now={now}
            tools={<RefreshStatus action={refreshStatusAction.bind(null, inquiry.id)} />}
          />
        }
      >
        <RefreshWhileVisible />
        <Decision
          inquiry={inquiry}
          mayReveal={mayReveal}
          now={now}
          markBlockedAction={
            can(staff, 'account.block') ? markBlockedAction.bind(null, inquiry.id) : null
          }
          portalUrl={env().VERIFICATION_PORTAL_URL}
        />
        {/* Two columns on a wide screen. A narrow one shows the most important panels first. */}
        <div className="grid grid-cols-1 items-start gap-4 xl:grid-cols-2">
          <div className="grid min-w-0 gap-4 max-xl:contents">
            <DocumentsPanel
              mayReveal={mayReveal}
              isRevealable={inquiry.isRevealable}
              status={inquiry.status}
            />
            <div className="max-xl:order-1">
              <TimelinePanel entries={inquiry.timeline} />
            </div>
          </div>
          <div className="grid min-w-0 gap-4 max-xl:contents">
            <IdentityPanel />
            <ApplicationPanel inquiry={inquiry} />
            <div className="max-xl:order-2">
              <SupportPanel inquiry={inquiry} />
            </div>
          </div>
        </div>
      </StaffPage>
    </RevealProvider>
  )
}
