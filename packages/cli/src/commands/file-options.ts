// The options of the files to write, which `run` and `export` share.

import { formats } from '@seiche/export'
import { type Command, Option } from 'commander'
import {
  exaggerationValue,
  fpsValue,
  framesValue,
  lightValue,
  rangeValue,
  regionValue,
  speedValue,
  strideValue,
} from '../option-values.js'

/** Names of all formats, for the help. */
export const formatNames = formats.map(({ name }) => name).join(', ')

/** Adds the options that choose frames, regions and the look of pictures and videos. */
export function addFileOptions(command: Command): Command {
  command.addOption(
    new Option(
      '--range <[field=]min,max>',
      'values of black and white in png16 (default: the range of the run)',
    ).argParser(rangeValue),
  )
  command.addOption(
    new Option(
      '--light <azimuth,altitude>',
      'direction of the light in reliefs, in degrees (default: 315,45)',
    ).argParser(lightValue),
  )
  command.addOption(
    new Option('--exaggeration <factor>', 'factor on the slopes in reliefs (default: chosen for the run)').argParser(
      exaggerationValue,
    ),
  )
  command.addOption(new Option('--fps <n>', 'pictures a second of mp4 and webm (default: 30)').argParser(fpsValue))
  command.addOption(
    new Option('--speed <factor>', 'simulated seconds that pass in a second of mp4 and webm (default: 1)').argParser(
      speedValue,
    ),
  )
  command.addOption(
    new Option('--frames <first-last>', 'numbers of the frames to write, for example 10-20 (default: all)').argParser(
      framesValue,
    ),
  )
  command.addOption(
    new Option('--region <x0,z0,x1,z1>', 'part of the grid to write, in metres (default: all)').argParser(regionValue),
  )
  command.addOption(
    new Option('--stride <n>', 'write every n-th value along each axis (default: 1)').argParser(strideValue),
  )
  return command
}
