/** The case workspace of one inquiry, in a reviewer's reading order: the reason, the evidence, the decision. */
import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { NextIntlClientProvider } from 'next-intl'
import { getMessages, getTranslations } from 'next-intl/server'
import { z } from 'zod'
import { ApplicantDataPanel } from '@/components/admin/case/applicant-data-panel'
import { CaseColumns } from '@/components/admin/case/case-columns'
import { CaseCommands } from '@/components/admin/case/case-commands'
import { CaseHeader } from '@/components/admin/case/case-header'
import { ChecksPanel } from '@/components/admin/case/checks-panel'
import { DecisionPanel } from '@/components/admin/case/decision-panel'
import { DetailsPanel } from '@/components/admin/case/details-panel'
import { FollowInquiry } from '@/components/admin/case/follow-inquiry'
import { CaseFootBar } from '@/components/admin/case/foot-bar'
import { IdentityPanel } from '@/components/admin/case/identity-panel'
import { nextStep } from '@/components/admin/case/next-step'
import { CaseNotices } from '@/components/admin/case/notices'
import { PrintHead } from '@/components/admin/case/print-head'
import { ReasonPanel } from '@/components/admin/case/reason-panel'
import { RefreshStatus } from '@/components/admin/case/refresh-button'
import { TimelinePanel } from '@/components/admin/case/timeline'
import {
  parseInquiryQuery,
  sortOf,
  toInquiryPath,
} from '@/components/admin/inquiries/inquiry-query'
import { DocumentsPanel } from '@/components/admin/reveal/documents-panel'
import { type RevealAccess, RevealProvider } from '@/components/admin/reveal/reveal-context'
import { wayBack } from '@/components/admin/way-back'
import { requireStaff } from '@/lib/auth'
import { getInquiryDetail } from '@/lib/back-office/inquiry-detail'
import { findNeighbours } from '@/lib/back-office/inquiry-neighbours'
import type { InquiryDetail } from '@/lib/back-office/views'
import { env } from '@/lib/env'
import { hasDocuments, isDecision } from '@/lib/inquiries/status'
import { currentLocale } from '@/lib/locale'
import { shortReference } from '@/lib/short-reference'
import { can, type Staff } from '@/lib/staff'
import { productName } from '@/site'
import { StaffPage } from '../../staff-page'
import { eraseApplicantAction, refreshStatusAction } from './actions'

/** The title leaves out the reference: browsers keep titles in their history, and a shared screen shows them. */
export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('StaffCase')
  return { title: t('pageTitle') }
}

export default async function InquiryPage(props: PageProps<'/admin/inquiries/[id]'>) {
  const staff = await requireStaff('inquiries.view')
  const id = z.guid().safeParse((await props.params).id)
  const locale = await currentLocale()
  const inquiry = id.success ? await getInquiryDetail(staff, id.data, locale) : null
  if (!inquiry) notFound()

  const params = await props.searchParams
  const query = parseInquiryQuery(params)
  const waitingSince = inquiry.waitingSince === null ? null : new Date(inquiry.waitingSince)
  const { next, previous } = await findNeighbours(
    staff,
    { id: inquiry.id, waitingSince },
    { ...query, sort: sortOf(query) },
  )
  const pathOf = (id: string | null) => id && toInquiryPath(id, { ...query, after: undefined })
  const now = new Date()
  const mayReveal = can(staff, 'documents.reveal')
  const step = nextStep(inquiry, { mayReveal, now })
  const decideUrl = (step === 'decide' && env().VERIFICATION_PORTAL_URL) || null
  /** A declined case comes without documents, so the decision takes their place. */
  const isDeclined = inquiry.status === 'DECLINED'
  const decision = <DecisionPanel inquiry={inquiry} step={step} decideUrl={decideUrl} />
  const { StaffApplicant, StaffCase, Status } = await getMessages()
  return (
    <NextIntlClientProvider messages={{ StaffApplicant, StaffCase, Status }}>
      <RevealProvider
        key={inquiry.id}
        id={inquiry.id}
        access={accessOf(staff, inquiry)}
        status={inquiry.status}
      >
        <StaffPage
          staff={staff}
          current="inquiries"
          header={
            <>
              <PrintHead readerName={staff.name} now={now.toISOString()} />
              <CaseHeader
                inquiry={inquiry}
                product={productName(inquiry.product, locale)}
                now={now}
                decideUrl={decideUrl}
                back={wayBack(params)}
                neighbours={{ next: pathOf(next), previous: pathOf(previous) }}
                tools={
                  <>
                    {can(staff, 'inquiries.refresh') && (
                      <RefreshStatus action={refreshStatusAction.bind(null, inquiry.id)} />
                    )}
                    <CaseCommands reference={shortReference(inquiry.referenceId)} />
                  </>
                }
              />
            </>
          }
        >
          <FollowInquiry isSettled={isSettled(inquiry)} />
          <ReasonPanel inquiry={inquiry} step={step} />
          <CaseNotices inquiry={inquiry} />
          <CaseColumns
            hasShortFacts={isDeclined || (mayReveal && hasDocuments(inquiry.status))}
            first={isDeclined ? decision : <DocumentsPanel decideUrl={decideUrl} />}
            facts={
              <>
                {isDeclined && <DocumentsPanel decideUrl={decideUrl} />}
                <IdentityPanel />
                <ChecksPanel status={inquiry.status} capabilities={inquiry.capabilities} />
                {!isDeclined && decision}
              </>
            }
            timeline={
              <>
                <TimelinePanel entries={inquiry.timeline} readerName={staff.name} />
                {can(staff, 'applicants.export') && (
                  <ApplicantDataPanel
                    id={inquiry.id}
                    shortReference={shortReference(inquiry.referenceId)}
                    erase={
                      can(staff, 'applicants.erase')
                        ? eraseApplicantAction.bind(null, inquiry.id)
                        : null
                    }
                  />
                )}
              </>
            }
            details={<DetailsPanel inquiry={inquiry} />}
          />
          {decideUrl !== null && (
            <CaseFootBar reasons={inquiry.reviewReasons} decideUrl={decideUrl} />
          )}
        </StaffPage>
      </RevealProvider>
    </NextIntlClientProvider>
  )
}

function accessOf(staff: Staff, { openState }: InquiryDetail): RevealAccess {
  if (!can(staff, 'documents.reveal')) return 'not_allowed'
  return openState === 'OPEN' ? 'allowed' : 'not_opened'
}

/** Whether no further status change is expected. */
const isSettled = ({ status, reportedStatus, ...inquiry }: InquiryDetail): boolean =>
  inquiry.nextReadAt === null ||
  (isDecision(status) &&
    reportedStatus === null &&
    (inquiry.grantedAt === null || inquiry.accountOpenedAt !== null))
