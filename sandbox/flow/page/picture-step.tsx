// A capability that needs pictures: the choice of document, if there is one, then each page (D9), by camera, upload or specimen,
// with a preview and a retake.
import { useState } from 'hono/jsx/dom'
import type { ArtifactPage, ArtifactType, DocumentType } from '../../state/entities.ts'
import {
  DOCUMENT_TYPES,
  MAX_PICTURE_BYTES,
  PICTURE_PAGES,
  PICTURE_TYPES,
  type PictureCapability,
} from '../flow-protocol.ts'
import { Camera, type CameraState } from './camera.tsx'
import type { FlowClient, PagePicture } from './flow-client.ts'
import { Choice, Icon, PhoneOffer, Picture, Screen, useWords } from './screen.tsx'
import type { PictureProblem } from './words.ts'

/** What the customer has chosen and confirmed in a step. */
export interface Draft {
  type: ArtifactType | null
  pictures: ReadonlyMap<ArtifactPage, PagePicture>
}

interface PictureStepProps {
  /** Kept outside, so that a look at the phone's code loses nothing. */
  draft: Draft | undefined
  onDraft: (draft: Draft) => void
  capability: PictureCapability
  client: FlowClient
  /** The name for the specimens; null if the customer gave it in an earlier visit. */
  fullName: string | null
  onSaved: (type: ArtifactType, pictures: readonly Blob[]) => void
  /** Ends the flow if a retake can't help. @returns whether it ended */
  onDeadEnd: (reason: string) => boolean
  onPhone: () => void
  back: (() => void) | null
}

export function PictureStep(props: PictureStepProps) {
  const { capability, client, onSaved, onDeadEnd } = props
  const [onlyType, ...otherTypes] = PICTURE_TYPES[capability]
  const hasChoice = otherTypes.length > 0
  const { draft = { type: hasChoice ? null : (onlyType ?? null), pictures: new Map() }, onDraft } =
    props
  const { type, pictures } = draft

  if (type === null)
    return (
      <DocumentChoice
        onChoose={(chosen) => onDraft({ ...draft, type: chosen })}
        back={props.back}
      />
    )
  const pages = PICTURE_PAGES[type]
  const page = pages.find((candidate) => !pictures.has(candidate))
  if (!page) return null

  async function keep(picture: PagePicture): Promise<string | null> {
    if (type === null || !page) return null
    const next = new Map(pictures).set(page, picture)
    if (next.size < pages.length) {
      onDraft({ type, pictures: next })
      return null
    }
    const answer = await client.savePictures(capability, type, next)
    if (!answer.ok) return onDeadEnd(answer.reason) ? null : answer.reason
    onSaved(
      type,
      pages.flatMap((one) => next.get(one)?.blob ?? []),
    )
    return null
  }

  const toFirstPage = () => onDraft({ type, pictures: new Map() })
  const toChoice = () => onDraft({ ...draft, type: null })
  const back = pictures.size > 0 ? toFirstPage : hasChoice ? toChoice : props.back
  return <PagePicker key={`${type} ${page}`} {...props} {...{ type, page, keep, back }} />
}

interface DocumentChoiceProps {
  onChoose: (type: DocumentType) => void
  back: (() => void) | null
}

function DocumentChoice({ onChoose, back }: DocumentChoiceProps) {
  const words = useWords()
  const { heading, lead, pages, continueWith } = words.documentChoice
  const [chosen, setChosen] = useState<DocumentType>('passport')
  return (
    <Screen place="PASSPORT_SCAN" back={back} heading={heading} lead={lead}>
      <fieldset class="choices" aria-label={lead}>
        {DOCUMENT_TYPES.map((type) => (
          <Choice
            key={type}
            name={words.pictures[type]}
            hint={pages[type]}
            icon={type}
            checked={chosen === type}
            onChange={() => setChosen(type)}
          />
        ))}
      </fieldset>
      <div class="actions">
        <button type="button" class="primary row" onClick={() => onChoose(chosen)}>
          {continueWith[chosen]}
        </button>
      </div>
    </Screen>
  )
}

interface PagePickerProps extends PictureStepProps {
  type: ArtifactType
  page: ArtifactPage
  /** Keeps the picture. After the last page, uploads them all. @returns null, or why the upload failed */
  keep: (picture: PagePicture) => Promise<string | null>
}

function PagePicker(props: PagePickerProps) {
  const { capability, type, page, client, fullName, keep, onPhone } = props
  const words = useWords()
  const [candidate, setCandidate] = useState<(PagePicture & { byCamera?: boolean }) | null>(null)
  /** Null until it was used. */
  const [camera, setCamera] = useState<CameraState | null>(null)
  const cameraOn = camera !== null && camera !== 'off'
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const discard = () => setCandidate(null)

  async function offer(blob: Blob, { byCamera = false } = {}) {
    if (byCamera) setCamera('off')
    const wrong = await checkPicture(blob)
    setProblem(wrong)
    if (!wrong) setCandidate({ blob, isSpecimen: false, byCamera })
  }

  async function offerSpecimen() {
    const answer = await client.getSpecimen(type, page, fullName)
    setProblem(answer.ok ? null : answer.reason)
    if (answer.ok) setCandidate({ blob: answer.value, isSpecimen: true })
  }

  async function use(picture: PagePicture) {
    if (busy) return
    setBusy(true)
    const refused = await keep(picture)
    setBusy(false)
    if (refused === null) return
    setProblem(refused)
    if (refused !== 'offline') discard()
  }

  const [front = '', back = front]: readonly string[] = words.picture.headings[type]
  // Browsers offer no camera outside a secure context, such as to a phone on the demo's network.
  const hasCamera = navigator.mediaDevices !== undefined
  const full = words.picture.camera.full[type === 'selfie' ? 'selfie' : 'document']
  const texts: Record<string, string> = words.picture.problems
  const question = type === 'selfie' ? words.picture.isFaceVisible : words.picture.isItReadable
  const chosen = candidate?.isSpecimen ? words.picture.isSpecimenWanted : question
  return (
    <Screen
      place={capability}
      heading={candidate ? chosen : page === 'frontPage' ? front : back}
      lead={words.picture.leads[capability]}
      // With the camera on, it has its own button for this.
      back={candidate ? discard : cameraOn ? null : props.back}
      said={camera === null ? '' : camera === 'full' ? full : words.picture.camera[camera]}
      isSaidVisible={cameraOn}
      turn={String(cameraOn)}
      problem={problem === null ? null : (texts[problem] ?? words.offline)}
    >
      {candidate ? (
        <>
          <Picture class="preview" blob={candidate.blob} name={words.pictures[type]} />
          <div class="actions">
            <button
              type="button"
              class="secondary row"
              onClick={() => {
                discard()
                if (candidate.byCamera) setCamera('starting')
              }}
            >
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
        </>
      ) : cameraOn ? (
        <Camera
          type={type}
          onPicture={(blob) => offer(blob, { byCamera: true })}
          onProblem={() => {
            setCamera(null)
            setProblem('no-camera')
          }}
          onState={setCamera}
          onBack={() => setCamera('off')}
        />
      ) : (
        <>
          <div class="guide">
            <Icon name={type} />
          </div>
          <div class="actions">
            {hasCamera ? (
              <button
                type="button"
                class="primary row"
                onClick={() => {
                  setProblem(null)
                  setCamera('starting')
                }}
              >
                <Icon name="camera" />
                {words.picture.takePhoto}
              </button>
            ) : null}
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
                  // Without this, choosing the same file again after a retake would fire no event.
                  event.target.value = ''
                  if (file) offer(file)
                }}
              />
              <label class={hasCamera ? 'secondary row' : 'primary row'} for="upload">
                <Icon name="upload" />
                {words.picture.upload}
              </label>
            </div>
            <p class="hint" id="upload-hint">
              {words.picture.uploadHint}
            </p>
            <PhoneOffer onPress={onPhone} />
            <button type="button" class="secondary row sandbox" onClick={offerSpecimen}>
              {words.picture.specimen}
            </button>
          </div>
        </>
      )}
    </Screen>
  )
}

/** Checks a file before the upload, so that the customer learns of a problem at once. */
async function checkPicture(file: Blob): Promise<PictureProblem | null> {
  if (file.size > MAX_PICTURE_BYTES) return 'too-large'
  try {
    const bitmap = await createImageBitmap(file)
    bitmap.close()
    return null
  } catch {
    return 'unreadable'
  }
}
