import { useEffect, useRef } from 'preact/hooks'
import type { VideoJob } from '../../video/video-job.js'

interface VideoCardProps {
  job: VideoJob
  /** Cancels a video that is being made, and removes the card. */
  onClose(): void
}

/** How far a video is, with its last picture; then the finished file, or the reason why there is none. */
export function VideoCard({ job, onClose }: VideoCardProps) {
  const { result, problem } = job
  return (
    <section class="video-card" aria-label="Video" data-testid="video-card">
      <Preview canvas={job.canvas.value} />
      {job.isRunning && <Progress job={job} />}
      <div role="status" data-testid="video-outcome">
        {result.value && (
          <p>
            Saved{' '}
            <a href={result.value.address} download={result.value.name}>
              {result.value.name}
            </a>
            , {sizeText(result.value.file.size)}.
          </p>
        )}
        {problem.value !== undefined && <p class="refusal">{problem}</p>}
      </div>
      <button type="button" data-testid="video-close" onClick={onClose}>
        {job.isRunning ? 'Cancel' : 'Close'}
      </button>
    </section>
  )
}

function Progress({ job }: { job: VideoJob }) {
  const { frames, done, remaining } = job
  return (
    <>
      <progress max={frames} value={done.value} aria-label="Frames of the video" />
      <p class="note" data-testid="video-progress" data-frames={done}>
        {done.value === 0 ? 'The first frame is being drawn.' : `Frame ${done.value} of ${frames}`}
        {remaining.value !== undefined && `, ${durationText(remaining.value)} left`}
      </p>
    </>
  )
}

/** The canvas of the video itself, as small as the card. */
function Preview({ canvas }: { canvas: HTMLCanvasElement | undefined }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!canvas) return
    place.current?.append(canvas)
    return () => canvas.remove()
  }, [canvas])
  return <div class="preview" ref={place} aria-hidden="true" />
}

/** A duration [s], as precise as an estimate is. */
export function durationText(seconds: number): string {
  if (seconds < 60) return `${Math.max(1, Math.round(seconds))} s`
  const minutes = seconds / 60
  return minutes < 60 ? `${Math.round(minutes)} min` : `${(minutes / 60).toFixed(1)} h`
}

/** The size of a file. */
export function sizeText(bytes: number): string {
  return bytes < 1e6 ? `${Math.max(1, Math.round(bytes / 1e3))} kB` : `${(bytes / 1e6).toFixed(1)} MB`
}
