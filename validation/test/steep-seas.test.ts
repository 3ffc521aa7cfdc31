import { testGroup } from './group.js'

testGroup('steep-seas')
