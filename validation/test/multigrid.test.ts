import { testGroup } from './group.js'

testGroup('multigrid')
