import { useRef } from 'preact/hooks'
import type { CanvasPointer } from '../../../figures/canvas.js'
import { formatNumber } from '../../../ui/format.js'
import { amount } from '../../figures/color-maps.js'
import { useCursor } from '../../figures/cursor.js'
import { FieldPicture } from '../../figures/field.js'
import { type Reading, Readings } from '../../figures/readings.js'
import { VolumeFigure } from '../../figures/volume.js'
import { defineLesson, type FiguresProps } from '../../lesson.js'
import { Formula } from '../../ui/formula.js'
import { boxOf, cameraFor } from './box-view.js'
import type { StableFluidsFrame } from './stable-fluids.model.js'
import { type StableFluidsValues, settings } from './stable-fluids.settings.js'

/** Divergence that is drawn in full color [1/s]. */
const fullDivergence = 1.5
/** Speed of the fluid that a key gives [m/s]. */
const keySpeed = 1

function Figures({ run }: FiguresProps<typeof settings, StableFluidsFrame>) {
  const press = usePress((x, y, u, v) => run.act({ name: 'press', x, y, u, v }))
  const frame = run.frame.value
  const cursor = useCursor(1 / 24, ({ x, y }, [u, v]) => {
    run.act({ name: 'press', x: x - 0.5, y: y - 0.5, u: u * keySpeed, v: v * keySpeed })
  })
  if (!frame) return null
  const { n, dimension, plane, divergence, time } = frame
  const values = run.values.value
  const names = settings.view.options
  const how = 'Drag to add dye and motion; arrow keys move the cross, Enter adds.'
  const camera = cameraFor(dimension, values.turn)
  return (
    <>
      <div class="figure-row equal">
        {values.view === 'cells' && dimension === 2 ? (
          <FieldPicture
            nx={n}
            nz={n}
            values={plane}
            full={1.5}
            colors={amount}
            caption="Dye in each cell"
            label={`Dye after ${formatNumber(time)} s, as cells. ${how}`}
            testId="fluid"
            over={(context, cell, theme) => cursor.draw(context, n * cell, n * cell, theme)}
            onCell={(x, z, kind) => press(x / n - 0.5, 0.5 - z / n, kind)}
            onKey={cursor.onKey}
          />
        ) : (
          <VolumeFigure
            camera={camera}
            box={boxOf(dimension, n)}
            {...(frame.cells && { cells: { cells: [n, n, n] as const, values: frame.cells } })}
            {...(frame.particles && { points: frame.particles })}
            {...(frame.mesh && { mesh: frame.mesh })}
            {...(frame.image && { image: frame.image })}
            caption={captions[values.view]}
            label={`Dye after ${formatNumber(time)} s, shown as: ${names[values.view]}. ${how}`}
            testId="fluid"
            over={(context, { width }, theme) => {
              const side = width / (2 * camera.reach)
              context.save()
              context.translate((width - side) / 2, (width - side) / 2)
              cursor.draw(context, side, side, theme)
              context.restore()
            }}
            onPlane={press}
            onKey={cursor.onKey}
          />
        )}
        <FieldPicture
          nx={n}
          nz={n}
          values={divergence}
          full={fullDivergence}
          caption={`Divergence${dimension === 3 ? ' in the middle' : ''}, full color at ${fullDivergence} 1/s`}
          label={`Divergence of the velocity, ${formatNumber(frame.divergenceAfter)} per second in the root mean square`}
          testId="divergence"
        />
      </div>
      <Readings items={readingsOf(frame, values)} />
    </>
  )
}

const captions: Record<StableFluidsValues['view'], string> = {
  cells: 'Dye in each cell',
  particles: 'Particles that follow the flow',
  metaballs: 'Metaballs: a surface around particles',
  rays: 'Rays through the dye',
  surface: 'Marching cubes: the surface of density 0.25',
}

function readingsOf(frame: StableFluidsFrame, { by }: StableFluidsValues): Reading[] {
  const unit = frame.dimension === 3 ? 'm³' : 'm²'
  const items: Reading[] = [
    { name: 'divergence', label: 'Divergence after the step', value: frame.divergenceAfter, unit: '1/s' },
    { name: 'amount', label: 'Dye in the box', value: frame.amount, unit, theory: frame.added },
  ]
  if (by === 'textbook')
    items.splice(1, 0, {
      name: 'left',
      label: 'Divergence left by the step',
      value: frame.divergenceAfter / frame.divergenceBefore,
      unit: '×',
    })
  else items.push({ name: 'cycles', label: 'Multigrid cycles', value: frame.cycles })
  return items
}

/** Turns a dragged pointer into places and velocities [m, m/s]. */
function usePress(act: (x: number, y: number, u: number, v: number) => void) {
  const last = useRef<{ x: number; y: number; time: number } | undefined>(undefined)
  return (x: number, y: number, kind: CanvasPointer['kind']): void => {
    const time = performance.now()
    const before = kind === 'move' ? last.current : undefined
    last.current = kind === 'up' ? undefined : { x, y, time }
    if (kind === 'up') return
    const seconds = before ? Math.max(0.008, (time - before.time) / 1000) : 1
    act(x, y, before ? (x - before.x) / seconds : 0, before ? (y - before.y) / seconds : 0)
  }
}

export const lesson = defineLesson<typeof settings, StableFluidsFrame>({
  settings,
  Introduction: () => (
    <>
      <p>
        A fluid in a box is moved by four substeps. Each is stable for every time step, so the whole is. Switch them off
        one at a time to see what each does.
      </p>
      <Formula
        block
        tex="\begin{aligned} \textbf{add} &\quad x \leftarrow x + \Delta t\,s \\ \textbf{diffuse} &\quad x - a \nabla^2 x = x^0 \\ \textbf{advect} &\quad x(\mathbf r) \leftarrow x(\mathbf r - \Delta t\,\mathbf u) \\ \textbf{project} &\quad \mathbf u \leftarrow \mathbf u - \nabla p,\ \nabla^2 p = \nabla \cdot \mathbf u \end{aligned}"
      />
      <p>
        The dye goes through the first three, the velocity through all four. A flow without divergence neither swells
        nor shrinks.
      </p>
    </>
  ),
  Figures,
  notice: [
    'Project off: fluid vanishes at the front of the plume (blue) and appears behind it (orange). The rest of the box stays still, and there are no eddies.',
    'Advect off: dye piles up at the source. Nothing carries it.',
    'The projection of the textbook leaves divergence however many sweeps it makes: it measures over two cells and corrects over one. The engine leaves a thousandth of that or less.',
    'Dye in the box is not the dye that was added: advection copies densities and loses or gains some. The engine counts fluxes and keeps the amount.',
    'Long time steps do not explode. They blur.',
    'Five pictures of the same dye. In 3-D, cells hide one another, rays see through, surfaces show one density.',
  ],
  fromLectures: [
    {
      document: 'E',
      place: '“From the lecture”, substeps',
      states: 'Add density, diffuse, advect, project; for the density and the velocity.',
      verdict: 'Right, but the projection is for the velocity alone: the dye has nothing to project.',
    },
    {
      document: 'E',
      place: '“From the lecture”, display',
      states: 'Volumetrics, particles, metaballs, an implicit surface; by ray marching or marching cubes.',
      verdict: 'All five are here. They draw the same field; only metaballs and particles need points.',
    },
    {
      document: 'E',
      place: 'Task, boundaries',
      states: 'Set the boundaries after every sweep.',
      verdict:
        'Right. Only the velocity into a wall is stopped: walls of the textbook are slippery however viscous the fluid.',
    },
  ],
  listings: ({ by, sources, diffusion, advection, projection }) => {
    if (by === 'engine') return []
    const running = [
      ...(sources ? ['fluidAddSource'] : []),
      ...(diffusion ? ['fluidDiffuseGood'] : []),
      ...(advection ? ['fluidAdvect'] : []),
      ...(projection ? ['fluidProject'] : []),
    ]
    return [{ file: 'fluid-box.ts', running }]
  },
})
