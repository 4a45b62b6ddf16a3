// One picture, from the camera, an upload or a specimen, with a preview and a retake.

import { useEffect, useState } from 'hono/jsx/dom'
import {
  DOCUMENT_TYPES,
  MAX_PICTURE_BYTES,
  type PicturePage,
  type PictureType,
} from '../flow-protocol.ts'
import { Camera } from './camera.tsx'
import { SpecimenChoices } from './choices.tsx'
import type { FlowClient, PagePicture, SpecimenKind } from './flow-client.ts'
import { Icon } from './icons.tsx'
import { PhoneOffer } from './phone-screen.tsx'
import { SandboxButton } from './sandbox.tsx'
import { ScreenHead } from './screen-head.tsx'
import { useWayBack } from './way-back.ts'
import { forPage, type PictureProblem, useWords } from './words.ts'

const MIN_SIDE_PIXELS = 200

interface PagePickerProps {
  /** The same as the previous page's, so both sides of a card show the same name. */
  specimenKind: SpecimenKind
  type: PictureType
  page: PicturePage
  client: FlowClient
  /** Keeps the picture and, if it's the last page, uploads them all. Returns null, or why the upload failed. */
  keep: (picture: PagePicture) => Promise<string | null>
  back: (() => void) | null
  onPhone: (() => void) | null
}

interface Candidate {
  picture: PagePicture
  url: string
}

export function PagePicker(props: PagePickerProps) {
  const { type, page, client, keep, back, specimenKind } = props
  const words = useWords()
  const isFirstPageOfDocument =
    page === 'frontPage' && DOCUMENT_TYPES.some((document) => document === type)
  const [candidate, setCandidate] = useState<Candidate | null>(null)
  const [cameraOn, setCameraOn] = useState(false)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  // The camera has a button of its own for this.
  useWayBack(candidate ? () => setCandidate(null) : cameraOn ? null : back)

  const url = candidate?.url
  useEffect(() => (url ? () => URL.revokeObjectURL(url) : undefined), [url])

  async function offer(file: Blob) {
    setCameraOn(false)
    const wrong = await checkPicture(file)
    setProblem(wrong)
    if (!wrong) show({ kind: 'file', picture: file })
  }

  async function offerSpecimen(as: SpecimenKind) {
    setProblem(null)
    const answer = await client.getSpecimen(type, page, as)
    if (!answer.ok) return setProblem(answer.reason)
    show({ kind: 'specimen', as, picture: answer.value })
  }

  const show = (picture: PagePicture) =>
    setCandidate({ picture, url: URL.createObjectURL(picture.picture) })

  async function use({ picture }: Candidate) {
    if (busy) return
    setBusy(true)
    const refused = await keep(picture)
    setBusy(false)
    if (refused === null) return
    setProblem(refused)
    if (refused !== 'offline') setCandidate(null)
  }

  const task = {
    heading: forPage(words.picture.headings[type], page),
    lead: words.picture.leads[type],
  }
  const question = type === 'selfie' ? words.picture.isFaceVisible : words.picture.isItReadable
  const { heading, lead } =
    candidate === null
      ? task
      : candidate.picture.kind === 'specimen'
        ? words.picture.specimenChosen
        : { ...task, heading: question }
  return (
    <section class="screen">
      <ScreenHead
        heading={heading}
        lead={lead}
        problem={problem === null ? null : problemText(problem, words)}
      />
      {candidate ? (
        <>
          <img
            class="preview"
            src={candidate.url}
            alt={`${words.picture.preview}: ${forPage(words.picture.names[type], page)}`}
          />
          <div class="actions">
            <button type="button" class="secondary row" onClick={() => setCandidate(null)}>
              {words.picture.retake}
            </button>
            <button
              type="button"
              class="primary row"
              aria-disabled={busy}
              onClick={() => use(candidate)}
            >
              {busy ? words.saving : words.picture.use}
            </button>
          </div>
          {candidate.picture.kind === 'specimen' ? (
            <SpecimenChoices
              chosen={candidate.picture.as}
              mayBearAnotherName={isFirstPageOfDocument}
              onChoose={offerSpecimen}
            />
          ) : null}
        </>
      ) : cameraOn ? (
        <Camera
          type={type}
          onPicture={offer}
          onProblem={(reason: PictureProblem) => {
            setCameraOn(false)
            setProblem(reason)
          }}
          onBack={() => setCameraOn(false)}
        />
      ) : (
        <>
          <div class="guide">
            <Icon name={type} />
          </div>
          <div class="actions">
            <button
              type="button"
              class="primary row"
              onClick={() => {
                setProblem(null)
                setCameraOn(true)
              }}
            >
              <Icon name="camera" />
              {words.picture.takePhoto}
            </button>
            <div class="upload">
              <input
                id="upload"
                class="visually-hidden"
                type="file"
                accept="image/jpeg,image/png,image/webp"
                aria-label={words.picture.upload}
                aria-describedby="upload-hint"
                onInput={(event: Event) => {
                  if (!(event.target instanceof HTMLInputElement)) return
                  const [file] = event.target.files ?? []
                  // Otherwise, choosing the same file again after a retake would fire no event.
                  event.target.value = ''
                  if (file) offer(file)
                }}
              />
              <label class="secondary row" for="upload">
                <Icon name="upload" />
                {words.picture.upload}
              </label>
            </div>
            <p class="hint" id="upload-hint">
              {words.picture.uploadHint}
            </p>
            <PhoneOffer onPress={props.onPhone} />
            <SandboxButton
              text={words.picture.specimen}
              description={words.picture.specimenHint}
              onPress={() => offerSpecimen(specimenKind)}
            />
          </div>
        </>
      )}
    </section>
  )
}

/** Checks a file before it is uploaded, so the customer sees immediately what is wrong with it. */
async function checkPicture(file: Blob): Promise<PictureProblem | null> {
  if (file.size > MAX_PICTURE_BYTES) return 'too-large'
  try {
    const bitmap = await createImageBitmap(file)
    const { width, height } = bitmap
    bitmap.close()
    return Math.min(width, height) < MIN_SIDE_PIXELS ? 'too-small' : null
  } catch {
    return 'unreadable'
  }
}

function problemText(problem: string, words: ReturnType<typeof useWords>): string {
  const texts: Record<string, string> = words.picture.problems
  return texts[problem] ?? words.offline
}
