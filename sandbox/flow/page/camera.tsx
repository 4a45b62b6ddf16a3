// The camera's live picture, with a guide frame. The camera turns off when this component unmounts.

import { useEffect, useRef, useState } from 'hono/jsx/dom'
import type { ArtifactType } from '../../state/entities.ts'
import { useWords } from './screen.tsx'

const JPEG_QUALITY = 0.92
const LOOK_EVERY_MS = 700
/** A darker frame, or one with less contrast, shows neither a document nor a face. Both are 0 to 255. */
const DARKEST = 40
const LEAST_CONTRAST = 12

export type CameraState = 'starting' | 'empty' | 'full' | 'off'

interface CameraProps {
  type: ArtifactType
  onPicture: (picture: Blob) => void
  onProblem: () => void
  /** For screen readers: whether it is on, and whether something is in the frame. */
  onState: (state: CameraState) => void
  onBack: () => void
}

export function Camera({ type, onPicture, onProblem, onState, onBack }: CameraProps) {
  const words = useWords()
  const video = useRef<HTMLVideoElement>(null)
  const [live, setLive] = useState(false)

  useEffect(() => {
    let stream: MediaStream | null = null
    let left = false
    const show = (started: MediaStream) => {
      if (left || !video.current) return stopCamera(started)
      stream = started
      video.current.srcObject = started
    }
    startCamera(type).then(show, () => left || onProblem())
    return () => {
      left = true
      if (stream) stopCamera(stream)
    }
  }, [])

  useEffect(() => {
    if (!live) return
    let earlier = ''
    const look = () => {
      const seen = video.current && isFrameFull(video.current) ? 'full' : 'empty'
      // Twice in a row, so that a hand that moves isn't announced all the time.
      if (seen === earlier) onState(seen)
      earlier = seen
    }
    const timer = setInterval(look, LOOK_EVERY_MS)
    return () => clearInterval(timer)
  }, [live])

  async function capture() {
    const picture = video.current && (await drawFrame(video.current))
    if (picture) onPicture(picture)
    else onProblem()
  }

  return (
    <>
      <div class={`camera ${type}`}>
        <video
          ref={video}
          autoplay
          playsinline
          muted
          aria-label={words.picture.cameraPicture}
          onPlaying={() => setLive(true)}
        />
      </div>
      <div class="actions">
        <button type="button" class="secondary row" onClick={onBack}>
          {words.back}
        </button>
        <button type="button" class="primary row" disabled={!live} onClick={capture}>
          {words.picture.capture}
        </button>
      </div>
    </>
  )
}

/** Fails if the customer or the merchant's page denies access, if there is no camera, or outside a secure context. */
async function startCamera(type: ArtifactType): Promise<MediaStream> {
  return navigator.mediaDevices.getUserMedia({
    audio: false,
    video: {
      facingMode: type === 'selfie' ? 'user' : 'environment',
      width: { ideal: 1920 },
      height: { ideal: 1080 },
    },
  })
}

function stopCamera(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop()
}

/** Whether the middle of the picture is bright enough and has contrast. */
function isFrameFull(video: HTMLVideoElement): boolean {
  const canvas = document.createElement('canvas')
  canvas.width = 16
  canvas.height = 12
  const context = canvas.getContext('2d')
  const { videoWidth: width, videoHeight: height } = video
  context?.drawImage(video, width / 4, height / 4, width / 2, height / 2, 0, 0, 16, 12)
  const { data = [] } = context?.getImageData(0, 0, 16, 12) ?? {}
  const greens = Array.from(data).filter((_, index) => index % 4 === 1)
  const mean = greens.reduce((sum, green) => sum + green, 0) / greens.length
  const variance = greens.reduce((sum, green) => sum + (green - mean) ** 2, 0) / greens.length
  return mean > DARKEST && Math.sqrt(variance) > LEAST_CONTRAST
}

function drawFrame(video: HTMLVideoElement): Promise<Blob | null> {
  const canvas = document.createElement('canvas')
  canvas.width = video.videoWidth
  canvas.height = video.videoHeight
  canvas.getContext('2d')?.drawImage(video, 0, 0)
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', JPEG_QUALITY))
}
