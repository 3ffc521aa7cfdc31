// One wave, seen in four ways. Each figure is a file of its own; this one keeps the time.

import type { Action, LessonModel } from '../../worker/model.js'
import type { AnatomyValues } from './anatomy.settings.js'
import { type BeachFrame, openBeach } from './beach.js'
import { type FakesFrame, openFakes } from './fakes.js'
import { openPlan, type PlanFrame } from './plan.js'
import { openSection, type SectionFrame } from './section.js'
import { type AnatomyView, stepsPerPeriod, type Wave, waveOf } from './wave.js'

export interface AnatomyFrame {
  wave: Wave
  /** [s] */
  time: number
  figure: SectionFrame | PlanFrame | BeachFrame | FakesFrame
}

const openers = { section: openSection, plan: openPlan, beach: openBeach, fakes: openFakes }

export async function openModel(values: AnatomyValues): Promise<LessonModel<AnatomyFrame>> {
  const wave = waveOf(values)
  return new AnatomyModel(wave, await openers[values.view](values, wave))
}

class AnatomyModel implements LessonModel<AnatomyFrame> {
  private steps = 0
  /** Time that has passed on the page and was not stepped yet [s]. */
  private due = 0

  constructor(
    private readonly wave: Wave,
    private readonly view: AnatomyView<AnatomyFrame['figure']>,
  ) {}

  private get timeStep(): number {
    return this.wave.period / stepsPerPeriod
  }

  advance(seconds: number): void {
    this.due += seconds
    for (; this.due >= this.timeStep; this.due -= this.timeStep) this.step()
  }

  step(): void {
    this.steps++
    this.view.step(this.steps * this.timeStep)
  }

  frame(): AnatomyFrame {
    return { wave: this.wave, time: this.steps * this.timeStep, figure: this.view.frame() }
  }

  act({ name, x, z }: Action): void | Promise<void> {
    return this.view.act?.(name, Number(x), Number(z))
  }

  dispose(): void {
    this.view.dispose?.()
  }
}
