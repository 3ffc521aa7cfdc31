// The choices for a video.

import { signal } from '@preact/signals'
import { useEffect, useState } from 'preact/hooks'
import type { Playground } from '../../playground.js'
import { speeds } from '../../session/settings/settings.js'
import * as state from '../../session/state.js'
import { codecNames, type Encoder, hasEncoders } from '../../video/encoders.js'
import {
  bitRateOf,
  frameCount,
  isPossibleLength,
  leastSeconds,
  mostSeconds,
  type PictureSize,
  rates,
  sizeOf,
  type VideoFormat,
  type VideoSettings,
} from '../../video/video-settings.js'
import { Choice } from '../controls.js'
import { DialogButtons, Modal, NumberField } from '../files/modal.js'
import { sizeText } from './video-card.js'

/** What the person has chosen so far, for the next video, too. */
const chosen = signal<Partial<VideoSettings>>({})

const sizeNames = {
  shown: 'As shown',
  '720p': 'HD',
  '1080p': 'Full HD',
  square: 'Square',
  upright: 'Upright, for phones',
} as const

interface VideoDialogProps {
  playground: Playground
  /** Whether a video is being made. */
  isBusy: boolean
  onClose(): void
  onStart(settings: VideoSettings, size: PictureSize, encoder: Encoder | undefined): void
}

export function VideoDialog({ playground, isBusy, onClose, onStart }: VideoDialogProps) {
  const settings = settingsNow()
  const size = sizeNow(settings)
  const encoder = useEncoder(settings, size)
  const set = (changes: Partial<VideoSettings>) => (chosen.value = { ...chosen.value, ...changes })
  const isReady = settings.format === 'png' || encoder.found !== undefined
  const drawn = encoder.found?.size ?? size
  return (
    <Modal title="Video" testId="video-dialog" onClose={onClose}>
      <form
        class="video-choices"
        onSubmit={(event) => {
          event.preventDefault()
          if (isReady && !isBusy && isPossibleLength(settings.seconds)) onStart(settings, drawn, encoder.found)
        }}
      >
        {!hasEncoders() && (
          <p class="note" data-testid="no-encoder">
            This browser offers no video encoder to this page. The frames are saved as pictures in a zip file; “Save
            this run” and the command <code>seiche film</code> make a video of them, too.
          </p>
        )}
        <Choice
          label="Format"
          testId="video-format"
          value={settings.format}
          options={formats()}
          onChange={(format) => set({ format })}
        />
        <Choice
          label="Size"
          testId="video-size"
          value={settings.size}
          options={(Object.keys(sizeNames) as (keyof typeof sizeNames)[]).map((value) => ({
            value,
            text: `${sizeNames[value]}, ${sizeNumbers(sizeNow({ size: value }))}`,
          }))}
          onChange={(size) => set({ size })}
        />
        <Choice
          label="Frames per second"
          testId="video-rate"
          value={settings.rate}
          options={rates.map((value) => ({ value, text: String(value) }))}
          onChange={(rate) => set({ rate })}
        />
        <Choice
          label="Begins"
          testId="video-from"
          value={settings.from}
          options={[
            { value: 'now', text: 'Now' },
            { value: 'start', text: 'At the start' },
          ]}
          note={
            settings.from === 'now'
              ? 'The water goes on from here.'
              : 'The run is repeated with everything that you have done.'
          }
          onChange={(from) => set({ from, seconds: from === 'start' ? secondsSoFar(settings.speed) : defaultSeconds })}
        />
        <NumberField
          label="Length"
          unit="s"
          testId="video-seconds"
          value={settings.seconds}
          min={leastSeconds}
          max={mostSeconds}
          onInput={(seconds) => set({ seconds })}
        />
        <Choice
          label="Speed"
          testId="video-speed"
          value={settings.speed}
          options={speedsWith(settings.speed).map((value) => ({ value, text: `× ${value}` }))}
          onChange={(speed) => set({ speed })}
        />
        {playground.view?.pose && !isFlat() && (
          <Choice
            label="Camera"
            testId="video-camera"
            value={settings.orbit ? 'orbit' : 'still'}
            options={[
              { value: 'still', text: 'As it stands' },
              { value: 'orbit', text: 'Slow orbit' },
            ]}
            onChange={(camera) => set({ orbit: camera === 'orbit' })}
          />
        )}
        <p class="note" role="status" data-testid="video-summary">
          {summary(settings, size, encoder)}
        </p>
        {isBusy && <p class="note">Another video is being made. Wait for it, or cancel it.</p>}
        <DialogButtons accept="Make the video" onCancel={onClose} />
      </form>
    </Modal>
  )
}

const defaultSeconds = 6

/** The person's choices; where there are none, those that fit the page. */
function settingsNow(): VideoSettings {
  const [first] = formats()
  const settings = {
    format: first!.value,
    rate: 30,
    seconds: defaultSeconds,
    size: 'shown',
    speed: state.speed.value,
    from: 'now',
    orbit: false,
    ...chosen.value,
  } as const
  return formats().some(({ value }) => value === settings.format) ? settings : { ...settings, format: first!.value }
}

function formats(): { value: VideoFormat; text: string }[] {
  return [
    ...(hasEncoders()
      ? ([
          { value: 'mp4', text: 'MP4' },
          { value: 'webm', text: 'WebM' },
        ] as const)
      : []),
    { value: 'png', text: 'PNG pictures, in a zip file' },
  ]
}

function sizeNow({ size }: Pick<VideoSettings, 'size'>): PictureSize {
  return sizeOf(size, { width: window.innerWidth, height: window.innerHeight }, window.devicePixelRatio)
}

/** Length of a video of the run so far [s], within the limits. */
function secondsSoFar(speed: number): number {
  return Math.min(mostSeconds, Math.max(1, Math.ceil(state.time.value / speed)))
}

/** A plane that is seen straight on has no other side. */
function isFlat(): boolean {
  return state.info.value?.fluid?.cells[2] === 1
}

function speedsWith(speed: number): readonly number[] {
  return [...new Set([...speeds, state.speed.value, speed])].sort((a, b) => a - b)
}

/** The encoder for the settings: `isKnown` tells whether the browser has answered. */
interface FoundEncoder {
  isKnown: boolean
  found: Encoder | undefined
}

const unknown: FoundEncoder = { isKnown: false, found: undefined }

function useEncoder({ format, rate }: VideoSettings, { width, height }: PictureSize): FoundEncoder {
  const [encoder, setEncoder] = useState(unknown)
  useEffect(() => {
    setEncoder(unknown)
    if (format === 'png') return
    let isCurrent = true
    void (async () => {
      const { findEncoder } = await import('../../video/video-file.js')
      const found = await findEncoder(format, { width, height }, rate)
      if (isCurrent) setEncoder({ isKnown: true, found })
    })()
    return () => {
      isCurrent = false
    }
  }, [format, rate, width, height])
  return encoder
}

function summary(settings: VideoSettings, size: PictureSize, { isKnown, found }: FoundEncoder): string {
  if (!isPossibleLength(settings.seconds)) return `A video has a length of ${leastSeconds} to ${mostSeconds} s.`
  const frames = frameCount(settings)
  const count = frames === 1 ? 'One frame' : `${frames} frames`
  if (settings.format === 'png') return `${count} of ${sizeNumbers(size)}.`
  if (!isKnown) return `${count}.`
  if (!found) return 'This browser has no encoder for this format. Choose the other one, or pictures.'
  const bytes = (bitRateOf(found.size, settings.rate) / 8) * (frames / settings.rate)
  const reduced =
    found.size.width < size.width ? ` The encoder of this browser refuses more than ${sizeNumbers(found.size)}.` : ''
  return `${count}, ${codecNames[found.codec]}, about ${sizeText(bytes)} or less.${reduced}`
}

function sizeNumbers({ width, height }: PictureSize): string {
  return `${width} × ${height}`
}
