import { testGroup } from './group.js'

testGroup('dispersive-water')
