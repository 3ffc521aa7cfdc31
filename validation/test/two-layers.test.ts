import { testGroup } from './group.js'

testGroup('two-layers')
