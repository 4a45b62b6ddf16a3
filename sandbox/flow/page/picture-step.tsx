// A capability that needs pictures: first the choice of document, if there is one, then each of its pages (D9).

import { useState } from 'hono/jsx/dom'
import {
  PICTURE_PAGES,
  PICTURE_TYPES,
  type PictureCapability,
  type PicturePage,
  type PictureType,
} from '../flow-protocol.ts'
import { DocumentChoice } from './choices.tsx'
import type { FlowClient, PagePicture } from './flow-client.ts'
import { PagePicker } from './page-picker.tsx'

interface PictureStepProps {
  capability: PictureCapability
  client: FlowClient
  onSaved: (type: PictureType, pictures: readonly Blob[]) => void
  /** Ends the flow if a retake can't fix the refusal; returns whether it did. */
  onDeadEnd: (reason: string) => boolean
  /** Null on a phone. */
  onPhone: (() => void) | null
  /** Leads to the previous step. */
  back: (() => void) | null
}

export function PictureStep(props: PictureStepProps) {
  const { capability, client, onSaved, onDeadEnd } = props
  const [onlyType, ...otherTypes] = PICTURE_TYPES[capability]
  const [type, setType] = useState<PictureType | null>(
    otherTypes.length === 0 ? (onlyType ?? null) : null,
  )
  const [pictures, setPictures] = useState<ReadonlyMap<PicturePage, PagePicture>>(new Map())

  if (type === null) return <DocumentChoice onChoose={setType} back={props.back} />
  const pages = PICTURE_PAGES[type]
  const page = pages.find((candidate) => !pictures.has(candidate))
  if (!page) return null

  async function keep(picture: PagePicture): Promise<string | null> {
    if (type === null || !page) return null
    const next = new Map(pictures).set(page, picture)
    if (next.size < pages.length) {
      setPictures(next)
      return null
    }
    const answer = await client.savePictures(capability, type, next)
    if (answer.ok) {
      onSaved(
        type,
        pages.flatMap((one) => next.get(one)?.picture ?? []),
      )
      return null
    }
    return onDeadEnd(answer.reason) ? null : answer.reason
  }

  const [first] = pictures.values()
  const specimenKind =
    first?.kind === 'specimen' && first.as === 'other-name' ? 'other-name' : 'good'
  const back =
    pictures.size > 0
      ? () => setPictures(new Map())
      : otherTypes.length > 0
        ? () => setType(null)
        : props.back
  return (
    <PagePicker
      key={`${type} ${page}`}
      {...{ type, page, client, keep, back, specimenKind }}
      onPhone={props.onPhone}
    />
  )
}
