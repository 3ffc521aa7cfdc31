// Pictures of surface water in the playground, after a visitor has played with it. Expects the playground built.
import { join } from 'node:path'
import { launch, serve } from '../../apps/playground/testing/served-page.js'
import { Visitor } from './visitor.js'

/** Writes pictures of scenes and of displays, named after them, into a folder. */
export async function takeWaterPages(folder: string): Promise<void> {
  const server = await serve(true)
  const browser = await launch()
  try {
    const swimmer = await Visitor.at(browser, server.address, 'light')
    await swimmer.step(20)
    await swimmer.page.keyboard.press('d')
    await swimmer.page.mouse.click(330, 260)
    await swimmer.step(25)
    await swimmer.page.keyboard.press('p')
    await swimmer.draw(Array.from({ length: 12 }, (_, k) => [400 + 6 * k, 250 - 4 * k] as const))
    await swimmer.page.mouse.move(8, 8)
    await swimmer.step(18)
    await swimmer.picture(join(folder, 'playground.png'))

    const duck = await Visitor.at(browser, `${server.address}?scene=duck-pond`, 'light')
    await duck.step(40)
    await duck.page.keyboard.press('d')
    await duck.page.mouse.click(330, 280)
    await duck.step(24)
    await duck.picture(join(folder, 'duck-pond.png'))

    const painter = await Visitor.at(browser, `${server.address}?scene=painted-pond`, 'light')
    await painter.step(250)
    await painter.draw(Array.from({ length: 16 }, (_, k) => [130 + 9 * k, 218 + 4 * Math.sin(k / 3)] as const))
    await painter.step(16)
    await painter.page.keyboard.press('b')
    for (let k = 0; k < 4; k++) await painter.page.keyboard.press('[')
    await painter.draw(Array.from({ length: 30 }, (_, k) => [265 + 5 * k, 250 + 18 * Math.sin(k / 5)] as const))
    await painter.step(14)
    await painter.picture(join(folder, 'painting.png'))

    const student = await Visitor.at(browser, `${server.address}?scene=drop&look=potential&arrows=1`, 'light')
    await student.step(40)
    await student.picture(join(folder, 'play-potential.png'))

    const sailor = await Visitor.at(browser, `${server.address}?scene=ocean-gale`, 'light')
    await sailor.step(200)
    await sailor.water(join(folder, 'ocean.png'))

    for (const [scene, steps] of [
      ['dam-break', 700],
      ['tidal-beach', 1500],
    ] as const) {
      const hiker = await Visitor.at(browser, `${server.address}?scene=${scene}`, 'light')
      await hiker.step(steps)
      await hiker.picture(join(folder, `${scene}.png`))
    }
  } finally {
    await browser.close()
    await server.close()
  }
}
