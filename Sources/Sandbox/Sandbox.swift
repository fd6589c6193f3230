import CSeccomp
import CYAML
import Kernel
package func probe() -> UInt32 { seccomp_api_get() }
