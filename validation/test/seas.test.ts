import { testGroup } from './group.js'

testGroup('seas')
