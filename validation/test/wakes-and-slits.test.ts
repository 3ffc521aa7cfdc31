import { testGroup } from './group.js'

testGroup('wakes-and-slits')
