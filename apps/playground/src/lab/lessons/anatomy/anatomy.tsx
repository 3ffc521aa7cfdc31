import { defineLesson, type FiguresProps } from '../../lesson.js'
import { Formula } from '../../ui/formula.js'
import type { AnatomyFrame } from './anatomy.model.js'
import { settings } from './anatomy.settings.js'
import { BeachFigure } from './beach-figure.js'
import { FakesFigure } from './fakes-figure.js'
import { PlanFigure } from './plan-figure.js'
import { SectionFigure } from './section-figure.js'

function Figures({ run }: FiguresProps<typeof settings, AnatomyFrame>) {
  const frame = run.frame.value
  if (!frame) return null
  const { wave, figure } = frame
  switch (figure.kind) {
    case 'section':
      return <SectionFigure run={run} wave={wave} figure={figure} />
    case 'plan':
      return <PlanFigure run={run} wave={wave} figure={figure} />
    case 'beach':
      return <BeachFigure run={run} wave={wave} figure={figure} />
    case 'fakes':
      return <FakesFigure run={run} figure={figure} />
  }
}

export const lesson = defineLesson<typeof settings, AnatomyFrame>({
  settings,
  Introduction: () => (
    <>
      <p>
        A small wave is <Formula tex="\eta = \tfrac{H}{2}\cos\!\left(2\pi\,\frac{s - Ct}{L}\right)" />. Its length{' '}
        <Formula tex="L" />, period <Formula tex="T" /> and the depth <Formula tex="d" /> are not free: the depth makes
        one follow from the other.
      </p>
      <Formula block tex="C = \frac{L}{T} = \sqrt{\frac{g}{k}\tanh(kd)},\qquad k = \frac{2\pi}{L}" />
      <p>
        The water does not travel with the wave. Each particle turns on an ellipse that gets smaller with depth, at the
        mean speed <Formula tex="Q = \pi H/T" />.
      </p>
    </>
  ),
  Figures,
  notice: [
    'Section: reduce the depth. Circles become flat ellipses; at the ground the water only moves to and fro.',
    'Section: the dashed curve is the second formula of the slide, with the tanh outside the root. In deep water it is hidden by the true one; in shallow water it is far too slow.',
    'Section: raise the height. By Miche the wave breaks at H/L = .142 tanh(kd); by the slide only at 1/π = .318, steeper than any real wave.',
    'Section, by the engine: particles are carried by the flow of the wave and drift slowly forward (Stokes). The slide leaves this out on purpose.',
    'From above: two sources make lines of flat water that stand still. With a constant amplitude the rings never fade; by energy they fall as 1/√r.',
    'Beach: toward the shore the wave gets shorter, turns to the beach and grows until it breaks. The dashed line is where the slide’s rule would break it.',
    'Three fakes: the first has no surface, the second has a flat edge at the shore, the third moves.',
  ],
  fromLectures: [
    {
      document: 'W',
      place: '“The anatomy of waves”',
      states: 'The profile is printed as cos⁻¹ of 2π(s − Ct)/L.',
      verdict: 'It is the cosine. Its inverse has no value from a sixth of a wavelength on.',
    },
    {
      document: 'W',
      place: '“Airy model”',
      states: 'C is printed twice; the second form has the tanh outside the root.',
      verdict:
        'The first form is right. For waves of 10 m on 10 cm of water the second gives .25 m/s instead of .99 m/s.',
    },
    {
      document: 'W',
      place: 'orbits',
      states: 'Particles move on nearly circular orbits, without transport of water; a wave breaks when Q > C.',
      verdict: 'Circles only in deep water. Q > C means H/L > 1/π; real waves break at .142 tanh(kd) (Miche 1944).',
    },
    {
      document: 'W',
      place: '“Still water and small-amplitude waves”',
      states: 'Blue below a depth, perturbed normals, heights; waves of several sources and directions are added.',
      verdict:
        'All three are here. The slide has no formula for a source: its rings must fade as 1/√r to keep their energy.',
    },
  ],
  listings: ({ view, by, law }) => {
    if (by === 'engine' && view !== 'beach') return []
    const airyListing = (...running: string[]) => ({ file: 'airy.ts', running })
    switch (view) {
      case 'section':
        return [airyListing('airyProfile', 'airyOrbit', 'airyAnatomy', 'slideAiryPhaseSpeed')]
      case 'plan':
        return [
          {
            file: 'circular-waves.ts',
            running: law === 'energy' ? ['circularHeight', 'amplitudeAt'] : ['circularHeight'],
          },
          { file: 'sinusoids.ts', running: ['sinusoidHeight'] },
        ]
      case 'beach':
        return [airyListing('airyWavenumber', 'airyGroupSpeed', 'airyBreaksByMiche', 'airyBreaksBySlide')]
      case 'fakes':
        return [
          { file: 'still-water.ts', running: ['stillWater'] },
          { file: 'sinusoids.ts', running: ['sinusoidSlope', 'sinusoidNormal', 'sinusoidHeight'] },
        ]
    }
  },
})
