import { formatLength } from '../../../ui/format.js'
import { PictureFigure } from '../../figures/picture.js'
import { Readings } from '../../figures/readings.js'
import type { LessonRun } from '../../run.js'
import type { AnatomyFrame } from './anatomy.model.js'
import type { settings } from './anatomy.settings.js'
import type { FakesFrame } from './fakes.js'

interface FakesFigureProps {
  run: LessonRun<typeof settings, AnatomyFrame>
  figure: FakesFrame
}

export function FakesFigure({ run, figure }: FakesFigureProps) {
  const { highest } = figure
  return (
    <div class="figure-row equal">
      <PictureFigure
        picture={figure.still}
        caption="1. Blue below a depth"
        label="A bay with an island, painted blue wherever the ground lies below the level of the water"
        testId="fake-still"
      />
      <PictureFigure
        picture={figure.normals}
        caption="2. Normals alone: a flat surface, shaded as waves"
        label="The same bay with a flat surface that is shaded as if it had waves"
        testId="fake-normals"
      />
      <PictureFigure
        picture={figure.heights}
        caption="3. Heights: the surface moves"
        label={`The same bay with waves up to ${formatLength(highest.heights)} high`}
        testId="fake-heights"
      />
      <div>
        <Readings
          items={[
            { name: 'highest-normals', label: 'Highest crest with normals alone', value: highest.normals, unit: 'm' },
            { name: 'highest-heights', label: 'Highest crest with heights', value: highest.heights, unit: 'm' },
          ]}
        />
        <p class="figure-note">
          {run.values.value.by === 'textbook' ? 'Three sinusoids of the textbook' : 'Three trains of the engine'} make
          all waves. Where the shore meets the water, only the third picture moves.
        </p>
      </div>
    </div>
  )
}
