import { useMemo, useState } from 'preact/hooks'
import { FileError, shortName } from '../../files/file-error.js'
import { cellsFor, type HeightMap } from '../../files/height-map.js'
import {
  defaultChoices,
  defaultLevel,
  floodedBy,
  heightRange,
  type MapChoices,
  type MapUse,
  mapScene,
  resamplingOf,
  usesOf,
} from '../../files/map-scene.js'
import type { Playground } from '../../playground.js'
import { MapPreview } from './map-preview.js'
import { DialogButtons, Modal, NumberField } from './modal.js'
import { openScene } from './open-files.js'

const useText: Readonly<Record<MapUse, string>> = { terrain: 'Terrain', water: 'Water height', obstacle: 'Obstacle' }

interface MapQuestionProps {
  map: HeightMap
  playground: Playground
  onClose(): void
}

/** Asks for the use of a grid and its scales, and opens the scene that is made of it. */
export function MapQuestion({ map, playground, onClose }: MapQuestionProps) {
  const initial = useMemo(() => defaultChoices(map), [map])
  const [choices, setChoices] = useState(initial)
  const [hasLevel, setHasLevel] = useState(false)
  const [problem, setProblem] = useState<string>()
  const change = (changes: Partial<MapChoices>) => {
    const next = { ...choices, ...changes }
    // The level follows the heights until the person chooses it.
    setChoices(hasLevel || 'level' in changes ? next : { ...next, level: defaultLevel(map, next) })
    if ('level' in changes) setHasLevel(true)
    setProblem(undefined)
  }
  const open = () => {
    try {
      const scene = mapScene(map, choices)
      onClose()
      void openScene(playground, scene)
    } catch (error) {
      if (!(error instanceof FileError)) throw error
      setProblem(error.message)
    }
  }
  return (
    <Modal title={`Open ${shortName(map.name)}`} testId="file-dialog" onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          open()
        }}
      >
        <MapPreview map={map} choices={choices} />
        <p class="note">{resamplingOf(map, ...cellsFor(map.width, map.height))}</p>
        <Uses uses={usesOf(map)} value={choices.use} onChange={(use) => change({ use })} />
        <Scales map={map} choices={choices} onChange={change} />
        {problem && (
          <p class="refusal" role="alert">
            {problem}
          </p>
        )}
        <DialogButtons accept="Open" onCancel={onClose} />
      </form>
    </Modal>
  )
}

function Uses({ uses, value, onChange }: { uses: readonly MapUse[]; value: MapUse; onChange(use: MapUse): void }) {
  if (uses.length === 1) return null
  return (
    <fieldset class="uses">
      <legend>Use as</legend>
      {uses.map((use) => (
        <label key={use}>
          <input
            type="radio"
            name="use"
            checked={use === value}
            data-testid={`use-${use}`}
            onChange={() => onChange(use)}
          />
          {useText[use]}
        </label>
      ))}
    </fieldset>
  )
}

interface ScalesProps {
  map: HeightMap
  choices: MapChoices
  onChange(changes: Partial<MapChoices>): void
}

/** The numbers that the chosen use needs. */
function Scales({ map, choices, onChange }: ScalesProps) {
  const { use, cellSize, base, factor, level, threshold } = choices
  const isPicture = map.origin === 'picture'
  const [low, high] = heightRange(map, choices)
  return (
    <>
      {map.origin !== 'geotiff' && (
        <NumberField
          label={isPicture ? 'Pixel width' : 'Cell width'}
          unit="m"
          min={1e-4}
          max={1e5}
          value={cellSize}
          testId="map-cell"
          onInput={(value) => onChange({ cellSize: value })}
        />
      )}
      {use !== 'obstacle' && map.origin === 'npy' && (
        <NumberField
          label="Vertical factor"
          unit="m per unit"
          value={factor}
          testId="map-factor"
          onInput={(value) => onChange({ factor: value })}
        />
      )}
      {use === 'terrain' && isPicture && (
        <>
          <NumberField
            label="Height of black"
            unit="m"
            value={base}
            testId="map-black"
            onInput={(value) => onChange({ base: value, factor: base + factor - value })}
          />
          <NumberField
            label="Height of white"
            unit="m"
            value={base + factor}
            testId="map-white"
            onInput={(value) => onChange({ factor: value - base })}
          />
        </>
      )}
      {use === 'terrain' && (
        <>
          <NumberField
            label="Water level"
            unit="m"
            value={level}
            testId="map-level"
            onInput={(value) => onChange({ level: value })}
          />
          <p class="note" data-testid="map-note">
            The ground lies between {short(low)} and {short(high)} m. {Math.round(100 * floodedBy(map, choices))} % of
            it
            {' is under water at first.'}
          </p>
        </>
      )}
      {use === 'water' && (
        <p class="note">
          The surface starts with these heights, {short(high - low)} m from the lowest to the highest, about their mean.
        </p>
      )}
      {use === 'obstacle' && (
        <>
          <NumberField
            label={isPicture ? 'Solid where darker than' : 'Solid above'}
            unit={isPicture ? '0 to 1' : ''}
            value={threshold}
            testId="map-threshold"
            onInput={(value) => onChange({ threshold: value })}
          />
          <p class="note">Drops fall where the open water is widest.</p>
        </>
      )}
    </>
  )
}

const short = (value: number) => String(Number(value.toPrecision(4)))
